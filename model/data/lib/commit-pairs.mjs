// Commit messages against the chunks of today that still hold lines the commit added.
import { QUERY_FIELD } from "./bag-store.mjs";
import { gitText } from "./git-objects.mjs";
import { hashText, questionOfCommit } from "./query-text.mjs";
import { chunkAtLine } from "./read-tree.mjs";

const COMMITS = 1_500;
const MAX_LOG_BYTES = 120_000_000;
const MAX_FILES = 8;
const CHUNKS_PER_FILE = 2;
const CHUNKS_PER_COMMIT = 5;

export async function commitPairs(store, gitDir, commit, files, isTestPath, quotas) {
  const known = new Map(files.filter((file) => file.role === "code").map((file) => [file.path, file]));
  const format = "%x1e%s%x1f%b%x1f";
  const log = await gitText(
    gitDir,
    [
      "log",
      commit,
      "--no-merges",
      `-n${COMMITS}`,
      "--no-renames",
      "-p",
      "-U0",
      "--diff-filter=AM",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      `--format=${format}`,
    ],
    MAX_LOG_BYTES,
  );
  let pairs = quotas.commit;
  let paths = quotas.path;
  for (const entry of log.split("\x1e").slice(1)) {
    const [subject, body, diff] = entry.split("\x1f");
    if (diff === undefined) continue;
    const question = questionOfCommit(subject, body);
    if (!question) continue;
    const touched = diff.split(/^diff --git /m).slice(1);
    if (touched.length === 0 || touched.length > MAX_FILES * 2) continue;
    const parts = touched
      .map((part) => ({ part, path: /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] }))
      .filter(({ path }) => path !== undefined && known.has(path) && !isTestPath(path));
    if (parts.length === 0 || parts.length > MAX_FILES) continue;
    let bag = -1;
    let left = CHUNKS_PER_COMMIT;
    for (const { part, path } of parts) {
      const file = known.get(path);
      for (const chunk of chunksWithLines(file, part)) {
        if (left-- <= 0 || pairs-- <= 0) break;
        if (bag < 0) bag = store.addText(question, QUERY_FIELD);
        store.addPair("commit", bag, file.first + chunk, file.number);
      }
      if (bag >= 0 && paths > 0 && hashText(question + path) % 3 === 0) {
        store.addPair("path", bag, file.pathBag, file.number);
        paths -= 1;
      }
    }
    if (pairs <= 0) return;
  }
}

/** Chunks that hold most of the added lines that are still there and stand only once in the file. */
function chunksWithLines(file, diff) {
  file.lineNumbers ??= lineNumbersOf(file.text);
  const hits = new Map();
  for (const line of diff.split("\n")) {
    if (line.charCodeAt(0) !== 43 || line.length < 14 || line.length > 300) continue;
    const number = file.lineNumbers.get(line.slice(1).trim());
    if (!number) continue;
    const chunk = chunkAtLine(file.facts, number);
    if (chunk < 0 || file.facts.chunks[chunk].kind === "imports") continue;
    hits.set(chunk, (hits.get(chunk) ?? 0) + 1);
  }
  return [...hits]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, CHUNKS_PER_FILE)
    .map(([chunk]) => chunk);
}

function lineNumbersOf(text) {
  const numbers = new Map();
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    const trimmed = line.trim();
    if (trimmed.length < 13) continue;
    numbers.set(trimmed, numbers.has(trimmed) ? 0 : number);
  }
  return numbers;
}
