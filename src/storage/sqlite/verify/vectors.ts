import { decodeChunks } from "../../../codec/facts-codec.ts";
import { bindSeal } from "../../../codec/seal.ts";
import type { Connection } from "../connection.ts";
import { BLOBS_PER_MODEL, VALUE_KIND } from "../schema.ts";
import { decodeVectors } from "../vector-tables.ts";
import type { Problems } from "./problems.ts";

/** Every value of vectors is whole and has one vector per chunk of its blob and one for the blob. */
export function checkVectors(db: Connection, problems: Problems): void {
  const values = db.prepare<[], { id: number; blob: number; data: Buffer; dims: number; chunks: Buffer }>(
    `SELECT vector_data.id, blob_facts.blob, data, dims, chunks FROM vector_data
     JOIN vector_model ON vector_model.id = vector_data.id / ${BLOBS_PER_MODEL}
     JOIN blob_facts ON blob_facts.blob = vector_data.id % ${BLOBS_PER_MODEL}`,
  );
  problems.guard("vectors-readable", () => {
    for (const { id, blob, data, dims, chunks } of values.iterate()) {
      problems.guard("vectors-readable", () => {
        const { length } = decodeVectors(data, id);
        const expected = (decodeChunks(bindSeal(chunks, VALUE_KIND.chunks, blob)).length + 1) * dims;
        if (length !== expected)
          problems.add("vectors-agree", `blob ${blob} has ${length} numbers instead of ${expected}`);
      });
    }
  });
}
