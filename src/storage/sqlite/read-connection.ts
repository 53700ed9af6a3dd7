import type { FileLinks } from "../../core/edges.ts";
import type { BlobFacts, ChunkFact } from "../../core/facts.ts";
import { decodeChunks, decodeFacts, decodeOutline, type FactsOutline } from "../codec/facts-codec.ts";
import { decodeDependencies, decodeLinks } from "../codec/links-codec.ts";
import type { BlobId, LinksId } from "../contract.ts";
import type { Connection } from "./connection.ts";
import { throwUnknown } from "./publish.ts";
import type { ReadCaches } from "./read-caches.ts";
import { SegmentTables } from "./segment-tables.ts";

interface FactsRow {
  chunks: Buffer;
  outline: Buffer;
  uses: Buffer;
  language: string;
}

/** A connection with the statements that read values by id, over the store's caches. */
export class ReadConnection {
  private segmentTables: SegmentTables | undefined;
  private valueStatements: ReturnType<typeof prepareValueReads> | undefined;

  constructor(
    readonly db: Connection,
    readonly file: string,
    readonly caches: ReadCaches,
  ) {}

  /** Made when first asked for: a file that is not in our format yet has none of the tables. */
  get segments(): SegmentTables {
    this.segmentTables ??= new SegmentTables(this.db, this.caches.segments);
    return this.segmentTables;
  }

  private get statements(): ReturnType<typeof prepareValueReads> {
    this.valueStatements ??= prepareValueReads(this.db);
    return this.valueStatements;
  }

  facts(blob: BlobId): BlobFacts {
    const row = this.statements.facts.get(blob) ?? throwUnknown("blob", blob);
    return decodeFacts(row, row.language);
  }

  chunks(blob: BlobId): ChunkFact[] {
    return this.caches.chunks.getOrMake(blob, () =>
      decodeChunks(this.statements.chunks.get(blob) ?? throwUnknown("blob", blob)),
    );
  }

  outline(blob: BlobId): FactsOutline {
    return this.caches.outlines.getOrMake(blob, () =>
      decodeOutline(this.statements.outline.get(blob) ?? throwUnknown("blob", blob)),
    );
  }

  links(id: LinksId): FileLinks {
    return this.caches.links.getOrMake(id, () =>
      decodeLinks(this.statements.links.get(id) ?? throwUnknown("links", id)),
    );
  }

  dependencies(id: LinksId): Uint32Array {
    return decodeDependencies(this.statements.deps.get(id) ?? throwUnknown("links", id));
  }
}

function prepareValueReads(db: Connection) {
  return {
    facts: db.prepare<[number], FactsRow>(
      `SELECT chunks, outline, uses, language FROM blob_facts JOIN blob ON blob.id = blob_facts.blob
       JOIN producer ON producer.id = blob.producer WHERE blob_facts.blob = ?`,
    ),
    chunks: db.prepare<[number], Buffer>("SELECT chunks FROM blob_facts WHERE blob = ?").pluck(),
    outline: db.prepare<[number], Buffer>("SELECT outline FROM blob_facts WHERE blob = ?").pluck(),
    deps: db.prepare<[number], Buffer>("SELECT deps FROM links WHERE id = ?").pluck(),
    links: db.prepare<[number], { deps: Buffer; data: Buffer }>(
      "SELECT deps, data FROM links JOIN links_data ON links_data.links = links.id WHERE links.id = ?",
    ),
  };
}
