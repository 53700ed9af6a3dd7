// Pairs that one file gives by itself: doc comment, name and signature, file header, comment inside a body, error
// message. The document is always a whole chunk; the trainer takes out of it what the question repeats.
import { PATH_FIELD, QUERY_FIELD } from "./bag-store.mjs";
import { acceptable, hashText, questionOfComment } from "./query-text.mjs";
import { chunkAtLine } from "./read-tree.mjs";

const NAMED = new Set([
  "function",
  "method",
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "type",
  "macro",
  "namespace",
]);
const ERROR_LINE =
  /\b(?:throw|raise|panic|fatal|error|errorf|fail|abort|bail|ensure|expect|reject|exception|warn|die|assert)\w*!?\b[^"'`\n]{0,80}["'`]([^"'`\n]{14,220})["'`]/i;
const COMMENT_LINE = /^\s*(?:\/\/+|#+|--+|\*|;+|%+)\s*([A-Z][^\n]{20,240})$/;

export function filePairs(store, file, fileNumber, quotas, seen) {
  const { facts, path } = file;
  const pathBag = store.addText(path, PATH_FIELD);
  const add = (kind, question, chunk) => {
    if (!question || chunk < 0 || quotas[kind] <= 0) return;
    const key = `${kind}:${question}`;
    const times = seen.get(key) ?? 0;
    if (times >= 2) return;
    seen.set(key, times + 1);
    quotas[kind] -= 1;
    const document = kind === "path" ? pathBag : file.first + chunk;
    store.addPair(kind, store.addText(question, QUERY_FIELD), document, fileNumber);
  };
  for (const symbol of facts.symbols) {
    const chunk = chunkAtLine(facts, symbol.namePosition.line);
    const question = questionOfComment(symbol.doc);
    if (question) {
      add("doc", question, chunk);
      if (symbol.scope === "exported" && hashText(question) % 3 === 0) add("path", question, 0);
    }
    if (NAMED.has(symbol.kind) && symbol.scope !== "local" && symbol.span.endLine > symbol.span.startLine + 1)
      add("name", nameQuestion(symbol), chunk);
  }
  const header = questionOfComment(facts.header, 300);
  if (header) {
    add("path", header, 0);
    for (const chunk of largestChunks(facts, 2)) add("header", header, chunk);
  }
  linePairs(file, add);
  return pathBag;
}

/** Half of the time the bare name, as people type it, otherwise with its owner and signature. */
function nameQuestion(symbol) {
  const isBare = hashText(symbol.qualifiedName) % 2 === 0;
  if (symbol.name.length < 5) return null;
  return isBare ? symbol.qualifiedName : `${symbol.qualifiedName} ${symbol.signature}`;
}

function largestChunks(facts, count) {
  return [...facts.chunks.entries()]
    .filter(([, chunk]) => chunk.kind !== "imports" && chunk.kind !== "module-doc" && chunk.tokens > 40)
    .sort((a, b) => b[1].tokens - a[1].tokens || a[0] - b[0])
    .slice(0, count)
    .map(([at]) => at);
}

function linePairs(file, add) {
  const { facts, text } = file;
  let lastComment = -1;
  let lastError = -1;
  let number = 0;
  for (const line of text.split("\n")) {
    number += 1;
    if (line.length > 300 || line.length < 20) continue;
    const error = ERROR_LINE.exec(line);
    if (error) {
      const chunk = chunkAtLine(facts, number);
      if (chunk !== lastError)
        add("error", acceptable(error[1].replace(/%[sdvq]|\{[^}]*\}|\$\w+|\\./g, " ")), chunk);
      lastError = chunk;
      continue;
    }
    const comment = COMMENT_LINE.exec(line);
    if (comment) {
      const chunk = chunkAtLine(facts, number);
      if (chunk !== lastComment && chunk >= 0 && facts.chunks[chunk].kind !== "module-doc")
        add("comment", questionOfComment(comment[1], 240), chunk);
      lastComment = chunk;
    }
  }
}
