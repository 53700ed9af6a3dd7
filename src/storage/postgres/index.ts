import type { FileLinks } from "../../core/edges.ts";
import type { OutwardFacts } from "../../core/facts.ts";
import { comparePaths } from "../../core/rel-path.ts";
import type {
  BlobId,
  BlobSummary,
  FactsKey,
  Generation,
  LinkKeys,
  LinksId,
  Outbox,
  Postings,
  RecordStore,
  VectorStore,
  VerifyReport,
  ViewChange,
  ViewId,
  ViewInfo,
  ViewReader,
} from "../contract.ts";
import { decodePostings } from "../segments/postings-codec.ts";
import { SEGMENT_KIND } from "../segments/segment-kind.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { TableAccess } from "./access.ts";
import { beginOnReplica, beginRead } from "./begin-read.ts";
import { clearPlaceCaches, newPlaceCaches } from "./caches.ts";
import { writeMissingChunks } from "./chunk-rows.ts";
import { deleteContents, deleteOrphans, deleteUnused } from "./collect-garbage.ts";
import { findContents } from "./content-keys.ts";
import { type Database, throwClosed } from "./database.ts";
import { drawMissingEdges } from "./graph/edge-rows.ts";
import type { ReadTransaction } from "./open-read.ts";
import { PostgresOutbox } from "./outbox.ts";
import { forgetChanges, noteChange } from "./outbox-rows.ts";
import { type Fence, type PlaceState, writeToPlace } from "./place-state.ts";
import { translating } from "./postgres-errors.ts";
import { publishChange } from "./publish.ts";
import type { Queries } from "./queries.ts";
import { PostgresViewReader } from "./read.ts";
import { ALL_BLOCKS, listSegments, openSegments } from "./segment-rows.ts";
import { readSummaries, writeSummaries } from "./summary-rows.ts";
import { Values } from "./values.ts";
import { PostgresVectorStore } from "./vectors.ts";
import { verifyPlace } from "./verify.ts";
import { addView } from "./view-rows.ts";
import { adoptContents, type FactsBatch, idsOf, writeFacts } from "./write-facts.ts";
import { writeLinks } from "./write-links.ts";

/** Facts that are decoded for linking are large, and a batch of them is in memory at once. */
const FACTS_PER_READ = 100;

interface StoreOptions {
  fence?: Fence;
  keepsChunks?: boolean;
  keepsEdges?: boolean;
  /** Where generations are read; null: where they are written. */
  replica?: Database | null;
}

/**
 * The store of one place. Writers of one place follow each other by the row of the place; those of others do not wait.
 * Every reader has a transaction of its own for as long as it lives.
 */
export class PostgresStore implements RecordStore {
  readonly vectors: VectorStore;
  readonly outbox: Outbox;
  readonly #database: Database;
  readonly #place: number;
  readonly #fence: Fence;
  readonly #keepsChunks: boolean;
  readonly #keepsEdges: boolean;
  readonly #replica: Database | null;
  readonly #caches = newPlaceCaches();
  readonly #readers = new Set<PostgresViewReader>();
  readonly #endWatching: (() => void)[];
  #isClosed = false;

  constructor(
    database: Database,
    place: number,
    {
      fence = { epoch: null, timeline: null },
      keepsChunks = false,
      keepsEdges = false,
      replica = null,
    }: StoreOptions = {},
  ) {
    this.#database = database;
    this.#place = place;
    this.#fence = fence;
    this.#keepsChunks = keepsChunks;
    this.#keepsEdges = keepsEdges;
    this.#replica = replica;
    this.#endWatching = [database, replica].flatMap((one) => (one ? [one.watchPlace(place)] : []));
    const access: TableAccess = {
      place,
      read: (work) => this.#read(work),
      write: (work) => this.#write(work),
    };
    this.vectors = new PostgresVectorStore(access);
    this.outbox = new PostgresOutbox(access);
  }

  async openView(root: string): Promise<ViewInfo> {
    const known = (await this.#views()).find((view) => view.root === root);
    return known ?? this.#write((queries, state) => addView(queries, state, root));
  }

  async listViews(): Promise<ViewInfo[]> {
    return [...(await this.#views())].sort((a, b) => comparePaths(a.root, b.root));
  }

  async removeView(view: ViewId): Promise<void> {
    await this.#write(async (queries, state) => {
      const removed = await queries.run("DELETE FROM @view WHERE place = $1 AND id = $2", [
        this.#place,
        view,
      ]);
      if (removed === 0) throwUnknown("view", view);
      await noteChange(queries, state, () => ({ kind: "view-removed", view }));
    });
  }

  /** What only other repositories have is taken up here: it is parsed once for all of them. */
  async findFacts(keys: readonly FactsKey[]): Promise<Map<string, BlobId>> {
    const known = await this.#read((queries) => findContents(queries, this.#place, keys));
    const foreign = [...known.values()].filter(({ blob }) => blob === null);
    if (foreign.length === 0) return idsOf(known, () => undefined);
    const adopted = await this.#write((queries, state) =>
      adoptContents(
        queries,
        state,
        foreign.map(({ key }) => key),
      ),
    );
    return new Map([...idsOf(known, () => undefined), ...adopted]);
  }

  async appendFacts(batch: FactsBatch): Promise<Map<string, BlobId>> {
    return this.#write((queries, state) => writeFacts(queries, state, batch));
  }

  async putLinks(links: readonly FileLinks[]): Promise<LinksId[]> {
    return this.#write((queries, state) => writeLinks(queries, state, links));
  }

  async *readFactsForLinking(blobs: readonly BlobId[]) {
    for (let at = 0; at < blobs.length; at += FACTS_PER_READ) {
      const batch = blobs.slice(at, at + FACTS_PER_READ);
      const facts = await this.#read((queries) => this.#values(queries).facts(batch));
      for (const [place, blob] of batch.entries()) yield { blob, facts: facts[place]! };
    }
  }

  async readOutwardFacts(blobs: readonly BlobId[]): Promise<(blob: BlobId) => OutwardFacts> {
    return this.#read((queries) => this.#values(queries).outwardFacts(blobs));
  }

  async readLinkKeys(ids: readonly LinksId[]): Promise<Map<LinksId, LinkKeys>> {
    return this.#read((queries) => this.#values(queries).linkKeys(ids));
  }

  async *readPostings(blobs: readonly BlobId[]): AsyncGenerator<[string, Postings]> {
    const isWanted = new Uint8Array(blobs.reduce((most, blob) => Math.max(most, blob), 0) + 1);
    for (const blob of blobs) isWanted[blob] = 1;
    const set = await this.#readOneState(async (queries) => {
      const list = await listSegments(queries, this.#place, newPlaceCaches().segments.directories);
      return openSegments(queries, this.#place, list[SEGMENT_KIND.terms], [ALL_BLOCKS], null);
    });
    for (const { key, runs } of set.keysFrom("")) {
      const postings = decodePostings(runs, isWanted);
      if (postings.blobs.length > 0) yield [key, postings];
    }
  }

  async putSummaries(model: string, batch: readonly BlobSummary[]): Promise<void> {
    await this.#write((queries) => writeSummaries(queries, this.#place, model, batch));
  }

  async findWithoutSummaries(model: string, blobs: readonly BlobId[]): Promise<BlobId[]> {
    const known = await this.#read((queries) => readSummaries(queries, this.#place, model, blobs));
    return blobs.filter((blob) => !known.has(blob));
  }

  async publish(view: ViewId, change: ViewChange): Promise<Generation> {
    return this.#write(async (queries, state) => {
      const generation = await publishChange(queries, state, view, change, this.#database.schemaName);
      if (this.#keepsChunks) await writeMissingChunks(queries, this.#place);
      if (this.#keepsEdges) await drawMissingEdges(queries, this.#place);
      return generation;
    });
  }

  async read(view: ViewId): Promise<ViewReader> {
    this.#assertOpen();
    const { seen, read, behind } = await (this.#replica
      ? beginOnReplica(this.#database, this.#replica, this.#place, view)
      : beginRead(this.#database, this.#place, view));
    const info = seen?.views.find(({ id }) => id === view);
    if (!seen || !info || this.#isClosed) {
      read.end();
      this.#assertOpen();
      throwUnknown("view", view);
    }
    const reader = new PostgresViewReader(
      {
        info,
        place: this.#place,
        lastSegment: seen.lastSegment,
        vectorsVersion: seen.vectorsVersion,
        read,
        caches: this.#caches,
        display: this.#database.display,
        behind,
        keepsEdges: this.#keepsEdges,
      },
      () => this.#readers.delete(reader),
    );
    this.#readers.add(reader);
    return reader;
  }

  async countBlobs(): Promise<{ stored: number; shown: number }> {
    const [row] = await this.#read((queries) =>
      queries.rows<{ stored: number; shown: number }>(
        `SELECT (SELECT count(*) FROM @blob WHERE place = $1) AS stored,
           (SELECT count(DISTINCT blob) FROM @file WHERE place = $1) AS shown`,
        [this.#place],
      ),
    );
    return row!;
  }

  async collectGarbage(): Promise<number> {
    const contents = await this.#write(deleteUnused);
    if (contents.length > 0)
      await this.#database.write("SELECT 1", (queries) => deleteContents(queries, contents));
    return contents.length;
  }

  /** The space is given back for new rows; what the server's own log and its copies keep is its owner's to erase. */
  async eraseDeleted(): Promise<void> {
    await this.#write(forgetChanges);
    await this.#database.write("SELECT 1", deleteOrphans);
    for (const table of ["content_facts", "content", "block", "segment", "links", "file", "vector", "outbox"])
      await this.#database.run(`VACUUM @${table}`);
  }

  async verify(options: { deep: boolean }): Promise<VerifyReport> {
    return this.#readOneState((queries) => verifyPlace(queries, this.#place, options));
  }

  /** The server does it by itself. */
  async keepUp(): Promise<null> {
    return null;
  }

  releaseMemory(): void {
    if (!this.#isClosed) clearPlaceCaches(this.#caches);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    for (const reader of [...this.#readers]) await reader.close();
    this.#isClosed = true;
    for (const end of this.#endWatching) end();
  }

  async #views(): Promise<readonly ViewInfo[]> {
    this.#assertOpen();
    return (await this.#database.look()).places.get(this.#place)?.views ?? [];
  }

  #values(queries: Queries): Values {
    return new Values(queries, this.#place, this.#caches);
  }

  async #write<T>(work: (queries: Queries, state: PlaceState) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return writeToPlace(this.#database, this.#place, this.#fence, work);
  }

  async #read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return this.#database.reading(work);
  }

  async #readOneState<T>(work: (read: ReadTransaction) => Promise<T>): Promise<T> {
    this.#assertOpen();
    const { read } = await this.#database.beginRead("SELECT 1");
    try {
      return await translating(this.#database.display, () => work(read));
    } finally {
      read.end();
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throwClosed(this.#database.display);
  }
}
