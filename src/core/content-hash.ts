import { createHash } from "node:crypto";

/** Lower-case hex name of a file's bytes; git's own blob id, so a tracked file's hash can be known unread. */
export type ContentHash = string & { readonly __brand: "ContentHash" };

export type HashAlgorithm = "sha1" | "sha256";

export function hashContent(bytes: Uint8Array, algorithm: HashAlgorithm = "sha1"): ContentHash {
  const hash = createHash(algorithm);
  hash.update(`blob ${bytes.byteLength}\0`);
  hash.update(bytes);
  return hash.digest("hex") as ContentHash;
}
