import { expect, it } from "vitest";
import type { QueryModel } from "../../../embeddings/contract.ts";
import type { BlobId, BlobVectors, ViewReader } from "../../../storage/contract.ts";
import { buildCorpus } from "../../corpus/corpus.ts";
import { VectorIndex } from "./vector-index.ts";

const DIMS = 8;

/** One chunk each; the content of a path is its place in the list. */
function generationOf(paths: readonly string[]) {
  const inputs = paths.map((path, content) => ({ path, language: "typescript", content }));
  const { corpus, docOfContent } = buildCorpus(inputs, () => Uint16Array.of(10));
  const reader = {
    vectors: {
      async *read(): AsyncGenerator<BlobVectors> {
        for (const content of docOfContent.keys())
          yield { blob: content as BlobId, rows: new Int8Array(2 * DIMS).fill(content + 1) };
      },
    },
  } as unknown as ViewReader;
  return { corpus, docOfContent, reader };
}

/** The row of a name is its letters; remembers what was asked. */
function modelOf(key: string): QueryModel & { asked: string[] } {
  const asked: string[] = [];
  return {
    model: { key, dims: DIMS, spec: "" },
    embedQuery: async () => new Float64Array(DIMS),
    embedNames: (names) => {
      asked.push(...names);
      return Int8Array.from(
        names.flatMap((name) => Array.from({ length: DIMS }, (_, at) => name.charCodeAt(at) || 1)),
      );
    },
    asked,
  };
}

it("paths that another generation knows are not embedded again", async () => {
  const first = generationOf(["b.ts", "c.ts", "d.ts"]);
  const next = generationOf(["a.ts", "b.ts", "d.ts", "e.ts"]);
  const queries = modelOf("m");
  const known = await VectorIndex.load(first.reader, first.corpus, first.docOfContent, queries);
  queries.asked.length = 0;
  const after = await VectorIndex.load(next.reader, next.corpus, next.docOfContent, queries, known);
  expect(queries.asked).toEqual(["a.ts", "e.ts"]);
  const fresh = await VectorIndex.load(next.reader, next.corpus, next.docOfContent, queries);
  const query = [3, 1, 4, 1, 5, 9, 2, 6];
  expect(after!.score(query)).toEqual(fresh!.score(query));
});

it("rows of another model are not taken over", async () => {
  const { reader, corpus, docOfContent } = generationOf(["b.ts"]);
  const known = await VectorIndex.load(reader, corpus, docOfContent, modelOf("m"));
  const other = modelOf("n");
  await VectorIndex.load(reader, corpus, docOfContent, other, known);
  expect(other.asked).toEqual(["b.ts"]);
});
