/** Texts of the working tree for whoever looks for a name: told lines leave, texts do not. */
import { hashContent } from "../core/content-hash.ts";
import { type FileStamp, isSameStamp } from "../core/file-stamp.ts";
import { parseRelPath } from "../core/rel-path.ts";
import type { SourceReader } from "../navigation/accounting/contract.ts";
import { findFile } from "../navigation/find-symbol.ts";
import { decodeSource } from "../parsing/decode-source.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import type { RootJail } from "../workspace/path-jail.ts";

export function openSources(
  reader: ViewReader,
  jail: RootJail,
  maxFileBytes: number,
  check: () => void,
): SourceReader {
  const read = (path: string, maxBytes: number) => {
    const rel = parseRelPath(path);
    const found = rel && jail.read(rel, { maxBytes });
    return found?.ok ? found : null;
  };
  return {
    check,
    read: async (path) => {
      const [file, found] = [await findFile(reader, path), read(path, maxFileBytes)];
      if (!file || !found) return null;
      return { text: decodeSource(found.bytes).text, isAsIndexed: isContentOf(file, found) };
    },
    readSkipped: async (path, maxBytes) => {
      const found = read(path, maxBytes);
      return found && decodeSource(found.bytes).text;
    },
  };
}

function isContentOf({ stamp, hash }: ViewFile, found: { bytes: Buffer; stamp: FileStamp }): boolean {
  if (stamp && isSameStamp(stamp, found.stamp)) return true;
  return hashContent(found.bytes, hash.length === 64 ? "sha256" : "sha1") === hash;
}
