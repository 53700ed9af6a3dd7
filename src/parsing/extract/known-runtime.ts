/**
 * Whether the tree-sitter runtime is the one whose memory we know (docs/design/008). With any other the same facts are
 * read through its public API, which takes longer.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Of web-tree-sitter 0.27.1. Whoever changes it first sees that the layouts read by offset still hold. */
const KNOWN_SHA256 = "beca80e44cccbf2299ed4d1e3fa6462a9a6fe818aeebf847547a392227ce4acc";

export interface RuntimeCode {
  bytes: Buffer<ArrayBuffer>;
  isKnown: boolean;
}

export function readRuntimeCode(): RuntimeCode {
  const bytes = readFileSync(createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm"));
  return { bytes, isKnown: createHash("sha256").update(bytes).digest("hex") === KNOWN_SHA256 };
}
