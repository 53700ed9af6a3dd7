/** The load of a real tree: its words as terms, 25-line chunks, its identifiers as references; symbols are made up. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { eachWord, wordTerms } from "../../src/core/terms.ts";
import { type LoadFile, makeLoad, NEST_SIZE } from "./synthetic-load.ts";

const TEXT = new Set([
  ".ts",
  ".tsx",
  ".js",
  ".mjs",
  ".json",
  ".md",
  ".py",
  ".go",
  ".rs",
  ".java",
  ".c",
  ".h",
  ".yml",
]);
const LINES_PER_CHUNK = 25;
const MAX_BYTES = 300_000;

export function loadFromTree(root: string): LoadFile[] {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/.git/") && !path.includes("/node_modules/"))
    .sort();
  const texts = paths.map((path) => readFileSync(path, "utf8"));
  const shapes = makeLoad({ ...NEST_SIZE, files: paths.length, entriesPerChunk: 1 });
  return paths.flatMap((path, at) => {
    if (texts[at]!.length > MAX_BYTES) return [];
    return [{ ...shapes[at]!, path: relative(root, path), extracted: extractedOf(shapes[at]!, texts[at]!) }];
  });
}

function extractedOf(shape: LoadFile, text: string): LoadFile["extracted"] {
  const lines = text.split("\n");
  const chunkCount = Math.max(1, Math.ceil(lines.length / LINES_PER_CHUNK));
  const counts = new Map<string, Map<number, number>>();
  const references: LoadFile["extracted"]["facts"]["references"] = [];
  lines.forEach((line, at) => {
    const chunk = Math.floor(at / LINES_PER_CHUNK);
    eachWord(line, (word, column) => {
      if (word.length > 5 && references.length < chunkCount * 12) {
        references.push({ kind: "read", name: word, from: at % 10, position: { line: at + 1, column } });
      }
      for (const term of wordTerms(word)) {
        const places = counts.get(term) ?? new Map<number, number>();
        counts.set(term, places.set(chunk, (places.get(chunk) ?? 0) + 1));
      }
    });
  });
  const dictionary = [...counts.keys()];
  const entries = dictionary.flatMap((term, number) =>
    [...counts.get(term)!].flatMap(([chunk, count]) => [
      number,
      ((chunk << 16) | Math.min(count, 4095)) >>> 0,
    ]),
  );
  const [chunk] = shape.extracted.facts.chunks;
  const chunks = Array.from({ length: chunkCount }, (_, at) => ({ ...chunk!, symbol: at % 10 }));
  return {
    facts: { ...shape.extracted.facts, chunks, references },
    terms: { dictionary, entries: Uint32Array.from(entries) },
  };
}
