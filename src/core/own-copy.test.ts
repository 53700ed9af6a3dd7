import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { ownCopy } from "./own-copy.ts";
import { wordTerms } from "./terms.ts";
import { setFlags } from "./v8-flags.ts";

const MB = 1024 * 1024;
/** Node keeps longer ones outside of the heap. */
const TEXT_BYTES = MB / 2;
const TEXTS = 60;

/** Bytes that are alive after something of many large texts was kept. */
function keptAfter(keep: (word: string, at: number) => unknown): number {
  setFlags(["--expose-gc"]);
  const collect = runInNewContext("gc") as () => void;
  const held: unknown[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < TEXTS; at++) {
    const text = Buffer.alloc(TEXT_BYTES, `a_word_of_its_own_${at} `).toString("latin1");
    held.push(keep(text.slice(0, text.indexOf(" ")), at));
  }
  collect();
  const after = process.memoryUsage().heapUsed;
  return held.length > 0 ? after - before : 0;
}

it("a word that is kept does not keep the text it was cut from", () => {
  expect(keptAfter((word) => ownCopy(word))).toBeLessThan(5 * MB);
  // What happens without it, or the test would show nothing.
  expect(keptAfter((word) => word)).toBeGreaterThan(20 * MB);
});

it("the memo of terms keeps no text", () => {
  expect(keptAfter((word) => wordTerms(word).length)).toBeLessThan(5 * MB);
});

it("is the same text, whatever is in it", () => {
  for (const text of ["", "short", "a longer one with ünïcödé 🦀 and \ud800 alone"])
    expect(ownCopy(text)).toBe(text);
});
