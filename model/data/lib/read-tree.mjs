// Files of a tree → chunks, symbols and bags, by the product's own extractor.
import { hashText } from "./query-text.mjs";

export const LIMITS = { files: 2_500, fileBytes: 200_000, totalBytes: 14_000_000 };

/** Whether the product would index a file of this name and role; documentation only where it is asked for. */
export function wantedLanguage(product, path, roles) {
  if (product.skipReasonByPath(path)) return null;
  if (
    /(?:^|\/)(?:vendor|node_modules|third_party|thirdparty|third-party|dist|Pods|external|deps)\//i.test(path)
  )
    return null;
  const language = product.languageOfPath(path);
  return language && roles.includes(language.role) ? language : null;
}

/** A sample that is the same every time: by the hash of the path, until a limit is reached. */
export function chooseFiles(files, limits = LIMITS) {
  const chosen = [];
  let bytes = 0;
  const shuffled = files
    .filter((file) => file.bytes > 0 && file.bytes <= limits.fileBytes)
    .sort((a, b) => hashText(a.path) - hashText(b.path) || (a.path < b.path ? -1 : 1));
  for (const file of shuffled) {
    if (chosen.length >= limits.files || bytes + file.bytes > limits.totalBytes) break;
    chosen.push(file);
    bytes += file.bytes;
  }
  return chosen.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The product gives up on a file after a few seconds of CPU, which depends on the machine; training data must not. */
const PARSE_MS = 300_000;

/** One file's text, facts and the number of its first bag; null for what the product would not read. */
export async function readFile(product, store, path, language, bytes) {
  if (product.isBinary(bytes) || product.hasGeneratedHeader(bytes)) return null;
  const { text, isDamaged } = product.decodeSource(bytes);
  if (isDamaged) return null;
  const { facts, terms } = await product.extractBlob({
    language,
    source: text,
    bytes: bytes.length,
    parseMs: PARSE_MS,
  });
  const first = store.addBlob(terms, facts.chunks.length);
  return { path, text, facts, first, role: language.role };
}

/** The chunk that holds a line, or -1. */
export function chunkAtLine(facts, line) {
  const { chunks } = facts;
  let low = 0;
  let high = chunks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { span } = chunks[middle];
    if (line < span.startLine) high = middle - 1;
    else if (line > span.endLine) low = middle + 1;
    else return middle;
  }
  return -1;
}
