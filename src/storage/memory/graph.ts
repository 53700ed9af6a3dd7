/** Edges in this process, by view. */
import type { FileLinks } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import { compareEdgeSites, isWantedKind } from "../edge-order.ts";
import type { GraphReader, GraphStore, LinkedFile } from "../graph/contract.ts";
import { findPath, type ReadEdges, walkNeighbours } from "../graph/walk.ts";
import type { Generation, ViewId } from "../ids.ts";

interface ViewEdges {
  generation: Generation | null;
  links: ReadonlyMap<RelPath, FileLinks>;
}

export class MemoryGraph implements GraphStore {
  readonly #views = new Map<ViewId, ViewEdges>();

  async generationOf(view: ViewId): Promise<Generation | null> {
    return this.#views.get(view)?.generation ?? null;
  }

  async put(view: ViewId, generation: Generation | null, files: readonly LinkedFile[]): Promise<void> {
    const after = new Map(this.#views.get(view)?.links);
    for (const { path, links } of files) {
      if (links) after.set(path, links);
      else after.delete(path);
    }
    this.#views.set(view, { generation, links: after });
  }

  async removeView(view: ViewId): Promise<void> {
    this.#views.delete(view);
  }

  async clear(): Promise<void> {
    this.#views.clear();
  }

  of(view: ViewId): GraphReader {
    const readEdges: ReadEdges = async (direction, handles, kinds) => {
      const files = new Set(this.#views.get(view)?.links.values());
      const sites = [...files].flatMap(({ edges, extractor }) => edges.map((edge) => ({ edge, extractor })));
      return handles.map((handle) =>
        sites
          .filter(({ edge }) => (direction === "into" ? edge.to : edge.from) === handle)
          .filter(({ edge }) => isWantedKind(edge.kind, kinds))
          .sort(compareEdgeSites),
      );
    };
    return {
      neighbours: (asked) => walkNeighbours(readEdges, asked),
      path: (from, to, bounds) => findPath(readEdges, from, to, bounds),
    };
  }
}
