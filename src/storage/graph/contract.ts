/**
 * What clew asks of a graph of symbols. The default derives it from the links in the records; a graph store is a
 * projection of the same edges and gives the same answers.
 */
import type { Edge, EdgeKind, FileLinks, Handle, Tier } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { Generation, ViewId } from "../ids.ts";
import type { EdgeDirection, EdgeSite } from "../records/contract.ts";

export interface Neighbourhood {
  handles: readonly Handle[];
  direction: EdgeDirection;
  /** All when absent. */
  kinds?: readonly EdgeKind[];
  /** Steps from the handles; 1 gives their own edges. */
  depth: number;
  /** Edges followed and given per handle; the rest is counted. */
  fanOut: number;
}

/** The edges of one handle that was reached. */
export interface GraphStep {
  of: Handle;
  /** 1 for the handles that were asked about. */
  depth: number;
  /** Ascending by source, target, kind. */
  edges: EdgeSite[];
  leftOut: number;
}

export interface PathBounds {
  maxDepth: number;
  /** Symbols that are looked at before the search gives up. */
  maxVisited: number;
  /** Weaker edges are not followed. */
  minTier: Tier;
}

/** Edges of one generation. */
export interface GraphReader {
  /** Breadth first, in the order of the handles; one that was reached before is not walked again, so cycles end. */
  neighbours(asked: Neighbourhood): Promise<GraphStep[]>;
  /** A shortest chain of edges from any of the first to any of the second; null when there is none within the bounds. */
  path(from: readonly Handle[], to: readonly Handle[], bounds: PathBounds): Promise<Edge[] | null>;
}

export interface LinkedFile {
  path: RelPath;
  /** Null: it has no edges, or is gone. */
  links: FileLinks | null;
}

/** A store of the edges of views, each at the generation that was put last. */
export interface GraphStore {
  /** What the edges of a view are of; null when there are none, or not all of them yet. */
  generationOf(view: ViewId): Promise<Generation | null>;
  /**
   * Replaces the edges of these files, all or none, and says which generation the view is at from then on; null while
   * changes of other files are still to come.
   */
  put(view: ViewId, generation: Generation | null, files: readonly LinkedFile[]): Promise<void>;
  removeView(view: ViewId): Promise<void>;
  clear(): Promise<void>;
  of(view: ViewId): GraphReader;
}
