/** Values by id, many at once; those that were decoded before are not read again. */
import { throwDamaged } from "../../codec/byte-reader.ts";
import {
  decodeChunks,
  decodeFacts,
  decodeLiterals,
  decodeOutline,
  decodeOutwardFacts,
  type FactsOutline,
} from "../../codec/facts-codec.ts";
import type { FileLinks, Handle } from "../../core/edges.ts";
import type { BlobFacts, ChunkFact, LiteralFacts, OutwardFacts } from "../../core/facts.ts";
import { decodeEdgesInto, decodeKeys, decodeLinks } from "../codec/links-codec.ts";
import type { BlobId, LinkKeys, LinksId } from "../contract.ts";
import type { LruCache } from "../lru-cache.ts";
import type { ReadCaches } from "../reading/read-caches.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { Queries } from "./queries.ts";

/** Ids of one statement: bounds the memory that its answer takes. */
const IDS_PER_READ = 1_000;

/** Everything of the view that is read, when it is to be read at once with what is missing. */
export interface WholeView {
  blobs(kind: "chunks" | "outlines"): readonly BlobId[];
  links(): readonly LinksId[];
}

const NOTHING_MORE: WholeView = { blobs: () => [], links: () => [] };

export class Values {
  readonly #queries: Queries;
  readonly #place: number;
  readonly #caches: ReadCaches;
  readonly #whole: WholeView;

  constructor(queries: Queries, place: number, caches: ReadCaches, whole = NOTHING_MORE) {
    this.#queries = queries;
    this.#place = place;
    this.#caches = caches;
    this.#whole = whole;
  }

  async facts(blobs: readonly BlobId[]): Promise<BlobFacts[]> {
    const rows = await this.#blobColumns<[chunks: Buffer, outline: Buffer, uses: Buffer, language: string]>(
      "f.chunks, f.outline, f.uses, p.language",
      blobs,
    );
    return blobs.map((blob) => {
      const [chunks, outline, uses, language] = rows.get(blob) ?? throwUnknown("blob", blob);
      return decodeFacts({ chunks, outline, uses }, language);
    });
  }

  /** Decoded when they are asked for: of many files few are. */
  async outwardFacts(blobs: readonly BlobId[]): Promise<(blob: BlobId) => OutwardFacts> {
    const rows = await this.#blobColumns<[outline: Buffer, uses: Buffer, language: string]>(
      "f.outline, f.uses, p.language",
      blobs,
    );
    return (blob) => {
      const [outline, uses, language] = rows.get(blob) ?? throwUnknown("blob", blob);
      return decodeOutwardFacts({ outline, uses }, language);
    };
  }

  async literals(blobs: readonly BlobId[]): Promise<LiteralFacts[]> {
    const rows = await this.#blobColumns<[uses: Buffer]>("f.uses", blobs);
    return blobs.map((blob) => decodeLiterals((rows.get(blob) ?? throwLost("blob", blob))[0]));
  }

  chunks(blobs: readonly BlobId[]): Promise<ChunkFact[][]> {
    const more = () => this.#whole.blobs("chunks");
    return cached(this.#caches.chunks, blobs, more, async (missing) => {
      const rows = await this.#blobColumns<[chunks: Buffer]>("f.chunks", missing);
      return (blob) => decodeChunks((rows.get(blob) ?? throwLost("blob", blob))[0]);
    });
  }

  outlines(blobs: readonly BlobId[]): Promise<FactsOutline[]> {
    const more = () => this.#whole.blobs("outlines");
    return cached(this.#caches.outlines, blobs, more, async (missing) => {
      const rows = await this.#blobColumns<[outline: Buffer]>("f.outline", missing);
      return (blob) => decodeOutline((rows.get(blob) ?? throwLost("blob", blob))[0]);
    });
  }

  links(ids: readonly LinksId[]): Promise<FileLinks[]> {
    const more = () => this.#whole.links();
    return cached(this.#caches.links, ids, more, async (missing) => {
      const rows = await this.#linksColumns<[deps: Buffer, data: Buffer]>("deps, data", missing);
      return (id) => {
        const [deps, data] = rows.get(id) ?? throwLost("links", id);
        return decodeLinks({ deps, data });
      };
    });
  }

  /** Edges of each of the links into its target; links that are at hand are looked through, others read for these alone. */
  async edgesInto(
    wanted: readonly { id: LinksId; target: Handle }[],
  ): Promise<Pick<FileLinks, "extractor" | "edges">[]> {
    const known = new Map(wanted.map(({ id }) => [id, this.#caches.links.get(id)]));
    const missing = [...known].flatMap(([id, links]) => (links ? [] : [id]));
    const rows = await this.#linksColumns<[data: Buffer]>("data", missing);
    return wanted.map(({ id, target }) => {
      const links = known.get(id);
      if (links) return { extractor: links.extractor, edges: links.edges.filter(({ to }) => to === target) };
      return decodeEdgesInto((rows.get(id) ?? throwLost("links", id))[0], target);
    });
  }

  async linkKeys(ids: readonly LinksId[]): Promise<Map<LinksId, LinkKeys>> {
    const rows = await this.#linksColumns<[deps: Buffer]>("deps", ids);
    return new Map(ids.map((id) => [id, decodeKeys((rows.get(id) ?? throwUnknown("links", id))[0])]));
  }

  #blobColumns<T extends unknown[]>(columns: string, blobs: readonly BlobId[]): Promise<Map<number, T>> {
    return this.#byId<T>(
      `SELECT b.id, ${columns} FROM @blob b JOIN @content_facts f ON f.content = b.content
       ${columns.includes("p.") ? "JOIN @content c ON c.id = b.content JOIN @producer p ON p.id = c.producer" : ""}
       WHERE b.place = $1 AND b.id = ANY($2::int[])`,
      blobs,
    );
  }

  #linksColumns<T extends unknown[]>(columns: string, ids: readonly LinksId[]): Promise<Map<number, T>> {
    return this.#byId<T>(`SELECT id, ${columns} FROM @links WHERE place = $1 AND id = ANY($2::int[])`, ids);
  }

  async #byId<T extends unknown[]>(sql: string, ids: readonly number[]): Promise<Map<number, T>> {
    const distinct = [...new Set(ids)];
    const found = new Map<number, T>();
    for (let at = 0; at < distinct.length; at += IDS_PER_READ) {
      const batch = distinct.slice(at, at + IDS_PER_READ);
      const rows = await this.#queries.lists<[id: number, ...columns: T]>(sql, [this.#place, batch]);
      for (const [id, ...columns] of rows) found.set(id, columns);
    }
    return found;
  }
}

/** In the order of the ids. What is read is held here: the cache may let go of it at once. */
async function cached<Id extends number, Value>(
  cache: LruCache<number, Value>,
  ids: readonly Id[],
  more: () => readonly Id[],
  read: (missing: Id[]) => Promise<(id: Id) => Value>,
): Promise<Value[]> {
  const values = new Map<Id, Value>();
  const missing = new Set<Id>();
  for (const id of ids) {
    const known = cache.get(id);
    if (known === undefined) missing.add(id);
    else values.set(id, known);
  }
  if (missing.size > 0) {
    const ahead = more().filter((id) => !missing.has(id) && cache.get(id) === undefined);
    const decode = await read([...ahead, ...missing]);
    for (const id of ahead) cache.set(id, decode(id));
    for (const id of missing) {
      const value = decode(id);
      values.set(id, value);
      cache.set(id, value);
    }
  }
  return ids.map((id) => values.get(id)!);
}

/** Of ids that a row of the view names. */
function throwLost(what: string, id: number): never {
  throwDamaged(`${what} ${id} is gone`);
}
