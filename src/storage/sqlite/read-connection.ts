import { throwDamaged } from "../../codec/byte-reader.ts";
import {
  decodeChunks,
  decodeFacts,
  decodeLiterals,
  decodeOutline,
  decodeOutwardFacts,
  type FactsOutline,
  type StoredFacts,
} from "../../codec/facts-codec.ts";
import { bindSeal } from "../../codec/seal.ts";
import type { FileLinks, Handle } from "../../core/edges.ts";
import type { BlobFacts, ChunkFact, LiteralFacts, OutwardFacts } from "../../core/facts.ts";
import { decodeEdgesInto, decodeKeys, decodeLinks, type StoredLinks } from "../codec/links-codec.ts";
import type { BlobId, LinkKeys, LinksId } from "../contract.ts";
import type { ReadCaches } from "../reading/read-caches.ts";
import { throwUnknown } from "../unknown-id.ts";
import type { Connection } from "./connection.ts";
import { VALUE_KIND } from "./schema.ts";
import { SegmentTables } from "./segment-tables.ts";

interface FactsRow {
  chunks: Buffer;
  outline: Buffer;
  uses: Buffer;
  language: string;
}

/** A connection with the statements that read values by id, over the store's caches. */
export class ReadConnection {
  #segmentTables: SegmentTables | undefined;
  #valueStatements: ReturnType<typeof prepareValueReads> | undefined;

  constructor(
    readonly db: Connection,
    readonly file: string,
    readonly caches: ReadCaches,
  ) {}

  /** Made when first asked for: a file that is not in our format yet has none of the tables. */
  get segments(): SegmentTables {
    this.#segmentTables ??= new SegmentTables(this.db, this.caches.segments);
    return this.#segmentTables;
  }

  get #statements(): ReturnType<typeof prepareValueReads> {
    this.#valueStatements ??= prepareValueReads(this.db);
    return this.#valueStatements;
  }

  facts(blob: BlobId): BlobFacts {
    const row = this.#statements.facts.get(blob) ?? throwUnknown("blob", blob);
    return decodeFacts(bindFacts(row, blob), row.language);
  }

  outwardFacts(blob: BlobId): OutwardFacts {
    const { outline, uses, language } = this.#statements.outward.get(blob) ?? throwUnknown("blob", blob);
    bindSeal(outline, VALUE_KIND.outline, blob);
    bindSeal(uses, VALUE_KIND.uses, blob);
    return decodeOutwardFacts({ outline, uses }, language);
  }

  literals(blob: BlobId): LiteralFacts {
    const uses = this.#statements.uses.get(blob) ?? throwLost("blob", blob);
    return decodeLiterals(bindSeal(uses, VALUE_KIND.uses, blob));
  }

  chunks(blob: BlobId): ChunkFact[] {
    return this.caches.chunks.getOrMake(blob, () =>
      decodeChunks(
        bindSeal(this.#statements.chunks.get(blob) ?? throwLost("blob", blob), VALUE_KIND.chunks, blob),
      ),
    );
  }

  outline(blob: BlobId): FactsOutline {
    return this.caches.outlines.getOrMake(blob, () =>
      decodeOutline(
        bindSeal(this.#statements.outline.get(blob) ?? throwLost("blob", blob), VALUE_KIND.outline, blob),
      ),
    );
  }

  links(id: LinksId): FileLinks {
    return this.caches.links.getOrMake(id, () =>
      decodeLinks(bindLinks(this.#statements.links.get(id) ?? throwLost("links", id), id)),
    );
  }

  /** Links that are at hand are looked through; others are read for these edges alone. */
  edgesInto(id: LinksId, target: Handle): Pick<FileLinks, "extractor" | "edges"> {
    const known = this.caches.links.get(id);
    if (known) return { extractor: known.extractor, edges: known.edges.filter(({ to }) => to === target) };
    const data = this.#statements.linksData.get(id) ?? throwLost("links", id);
    return decodeEdgesInto(bindSeal(data, VALUE_KIND.links, id), target);
  }

  linkKeys(id: LinksId): LinkKeys {
    const stored = this.#statements.deps.get(id) ?? throwUnknown("links", id);
    return decodeKeys(bindSeal(stored, VALUE_KIND.dependencies, id));
  }
}

/** Of ids that a sealed row names. */
function throwLost(what: string, id: number): never {
  throwDamaged(`${what} ${id} is gone`);
}

/** Ready to be decoded, when they belong to this blob. */
export function bindFacts(stored: StoredFacts, blob: number): StoredFacts {
  return {
    chunks: bindSeal(stored.chunks, VALUE_KIND.chunks, blob),
    outline: bindSeal(stored.outline, VALUE_KIND.outline, blob),
    uses: bindSeal(stored.uses, VALUE_KIND.uses, blob),
  };
}

/** Ready to be decoded, when they are these links. */
export function bindLinks(stored: StoredLinks, id: number): StoredLinks {
  return {
    deps: bindSeal(stored.deps, VALUE_KIND.dependencies, id),
    data: bindSeal(stored.data, VALUE_KIND.links, id),
  };
}

function prepareValueReads(db: Connection) {
  return {
    facts: db.prepare<[number], FactsRow>(
      `SELECT chunks, outline, uses, language FROM blob_facts JOIN blob ON blob.id = blob_facts.blob
       JOIN producer ON producer.id = blob.producer WHERE blob_facts.blob = ?`,
    ),
    outward: db.prepare<[number], Omit<FactsRow, "chunks">>(
      `SELECT outline, uses, language FROM blob_facts JOIN blob ON blob.id = blob_facts.blob
       JOIN producer ON producer.id = blob.producer WHERE blob_facts.blob = ?`,
    ),
    chunks: db.prepare<[number], Buffer>("SELECT chunks FROM blob_facts WHERE blob = ?").pluck(),
    uses: db.prepare<[number], Buffer>("SELECT uses FROM blob_facts WHERE blob = ?").pluck(),
    outline: db.prepare<[number], Buffer>("SELECT outline FROM blob_facts WHERE blob = ?").pluck(),
    deps: db.prepare<[number], Buffer>("SELECT deps FROM links WHERE id = ?").pluck(),
    linksData: db.prepare<[number], Buffer>("SELECT data FROM links_data WHERE links = ?").pluck(),
    links: db.prepare<[number], { deps: Buffer; data: Buffer }>(
      "SELECT deps, data FROM links JOIN links_data ON links_data.links = links.id WHERE links.id = ?",
    ),
  };
}
