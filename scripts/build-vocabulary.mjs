#!/usr/bin/env node
// Writes dist/o200k.bin: the token vocabulary as a hash table that src/core/tokens.ts uses as it lies in the file.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const SLOTS = 1 << 19;

export function buildVocabulary() {
  const { default: ranks } = createRequire(import.meta.url)("gpt-tokenizer/cjs/bpeRanks/o200k_base");
  const tokens = ranks.map((token) =>
    typeof token === "string" ? Buffer.from(token, "utf8") : Buffer.from(token),
  );
  const offsets = new Uint32Array(tokens.length + 1);
  for (const [rank, bytes] of tokens.entries()) offsets[rank + 1] = offsets[rank] + bytes.length;
  const slots = new Uint32Array(SLOTS);
  for (const [rank, bytes] of tokens.entries()) {
    let hash = 0x811c9dc5;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    slots[slot] = rank + 1;
  }
  const head = new Uint32Array([tokens.length, SLOTS]);
  return Buffer.concat([...[head, slots, offsets].map(({ buffer }) => Buffer.from(buffer)), ...tokens]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, "dist/o200k.bin");
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || process.argv.includes("--force")) writeFileSync(file, buildVocabulary());
}
