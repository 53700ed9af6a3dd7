/** Edges of the records in another store, view by view. */
import { inBatches } from "../../core/in-batches.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { GraphStore, LinkedFile } from "../graph/contract.ts";
import type { Generation, ViewId } from "../ids.ts";
import type { RecordStore, ViewReader } from "../records/contract.ts";
import type { Projection, RecordChange } from "./contract.ts";

const FILES_PER_READ = 200;
const NO_VIEW = 0 as ViewId;

export class GraphProjection implements Projection {
  readonly id: string;
  readonly #target: GraphStore;

  constructor(id: string, target: GraphStore) {
    this.id = id;
    this.#target = target;
  }

  async reach(): Promise<void> {
    await this.#target.generationOf(NO_VIEW);
  }

  clear(): Promise<void> {
    return this.#target.clear();
  }

  async build(records: RecordStore): Promise<void> {
    for (const { id } of await records.listViews()) {
      const reader = await records.read(id);
      try {
        const paths = (await reader.files()).map((file) => file.path);
        await this.#put(reader, reader.info.generation, paths);
      } finally {
        await reader.close();
      }
    }
  }

  async apply(change: RecordChange, records: RecordStore): Promise<void> {
    if (change.kind === "view-removed") return this.#target.removeView(change.view);
    if (change.kind !== "published") return;
    const reader = await readerOf(records, change.view);
    // A view that is gone by now has a change of its own.
    if (!reader) return;
    try {
      // Records that are ahead hold changes of other files, which come next.
      const generation = reader.info.generation === change.generation ? change.generation : null;
      await this.#put(reader, generation, [...change.upserted, ...change.removed]);
    } finally {
      await reader.close();
    }
  }

  /** As the records have it now; a path that is gone has no edges. */
  async #put(reader: ViewReader, generation: Generation | null, paths: readonly RelPath[]): Promise<void> {
    const files: LinkedFile[] = [];
    const read = (batch: readonly RelPath[]) => reader.linksOf(batch);
    for await (const [path, links] of inBatches(paths, FILES_PER_READ, read)) files.push({ path, links });
    await this.#target.put(reader.info.id, generation, files);
  }
}

async function readerOf(records: RecordStore, view: ViewId): Promise<ViewReader | null> {
  const views = await records.listViews();
  return views.some(({ id }) => id === view) ? records.read(view) : null;
}
