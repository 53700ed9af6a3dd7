/** Questions that nothing answers: they find nothing and say which words are nowhere; what stands on one real word is answered. */
import { beforeAll, describe, expect, it } from "vitest";
import { context, type SearchableView, search } from "../../src/retrieval/index.ts";
import { openInlineView, readRepository } from "./inline-view.ts";

const NOTHING: [query: string, unknown: string[]][] = [
  ["zzqx blorptang", ["blorptang", "zzqx"]],
  ["where is the zzqx blorptang", ["blorptang", "zzqx"]],
  ["how does the blorptang work", ["blorptang"]],
  ["what is the zzqx blorptang of quuxify", ["blorptang", "quuxify", "zzqx"]],
  ["fix the zzqx bug when using blorptang", ["blorptang", "zzqx"]],
  ["please give me the code of zzqxblorp", ["give", "zzqxblorp"]],
  ["add support for qwzrtp", ["qwzrtp"]],
  ["zzqxBlorptang", ["zzqxblorptang"]],
  ["Zxqv.blorp", ["blorp", "zxqv"]],
  ["xkcdqq jjjwwz pfftq", ["jjjwwz", "pfftq", "xkcdqq"]],
  ["the a of", []],
  ["where is it", []],
  ["???", []],
];

const ANSWERED: [query: string, path: string][] = [
  ["zzqx discount", "src/orders/discount-rules.ts"],
  ["blorptang of the LruCache", "src/cache/lru-cache.ts"],
];

describe("a question that nothing answers", () => {
  let view: SearchableView;
  beforeAll(async () => {
    view = await openInlineView(readRepository("shop"));
  });

  it.each(NOTHING)("%j finds nothing", async (query, unknown) => {
    const answer = await search(view, query);
    expect(answer.hits.map(({ path }) => path)).toEqual([]);
    expect([...answer.unknownWords].sort()).toEqual(unknown);
    expect((await context(view, query)).files).toEqual([]);
  });

  it.each(ANSWERED)("%j is answered by the word that is known", async (query, path) => {
    const answer = await search(view, query);
    expect(answer.hits[0]?.path).toBe(path);
    expect(answer.unknownWords.length).toBe(1);
  });
});
