/** Nothing that a server sends is believed before this: one vector per text, all finite, all as long as expected. */
import { embeddingError } from "./embedding-error.ts";

export function checkVectors(found: unknown, texts: number, wantedDims: number, who: string): Float32Array[] {
  if (!Array.isArray(found) || found.length !== texts) {
    const what = Array.isArray(found) ? `${found.length} vectors` : "no list of vectors";
    throw embeddingError("EMBEDDING_BAD_ANSWER", `${who} answered ${texts} texts with ${what}`);
  }
  const dims = wantedDims || (found[0] as number[] | undefined)?.length || 0;
  return found.map((one: unknown) => checkVector(one, dims, who));
}

function checkVector(found: unknown, dims: number, who: string): Float32Array {
  const isList = Array.isArray(found) || found instanceof Float32Array;
  if (!isList || found.length === 0)
    throw embeddingError("EMBEDDING_BAD_ANSWER", `${who} answered with something that is not a vector`);
  if (found.length !== dims) {
    const message = `${who} gave a vector of ${found.length} dimensions, ${dims} were expected`;
    throw embeddingError("EMBEDDING_DIMENSION_DIFFERS", message);
  }
  const vector = Float32Array.from(found as number[]);
  if (!vector.every(Number.isFinite))
    throw embeddingError("EMBEDDING_BAD_ANSWER", `${who} gave a vector with a part that is not a number`);
  return vector;
}
