/** What a view keeps of its past: the way back to the generation before, and where handles of old go on. */
import { throwDamaged } from "../../codec/byte-reader.ts";
import type { Handle } from "../../core/edges.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { BlobId, Generation, LinksId } from "../ids.ts";
import type { FileEntry, SkippedFile } from "./contract.ts";

/** What turns the generation it is kept with back into the one before. */
export interface FormerGeneration {
  generation: Generation;
  publishedAt: number;
  revision: string | null;
  upsert: readonly FileEntry[];
  remove: readonly RelPath[];
  upsertSkipped: readonly SkippedFile[];
  removeSkipped: readonly RelPath[];
}

/** How it is known that both handles mean one thing. */
export type MoveReason = "same content" | "git rename" | "similar text";

/** A symbol, or a whole file with all that is in it, that goes on under another handle. */
export interface Move {
  from: Handle;
  to: Handle;
  reason: MoveReason;
  /** Milliseconds since 1970. */
  at: number;
}

/** What a provider of links said when it was last asked about the view. */
export interface CompilerNote {
  provider: string;
  /** By manifest. */
  problems: readonly { path: string; message: string }[];
  /** Files that it gave up on: how many of a folder, and why. */
  skipped: readonly { folder: string; reason: string; files: number }[];
  /** What ended it before it was through. */
  failure: { code: string; message: string } | null;
  /** Files whose links it made, while those of files that use them may be of old: it is to be asked about them again. */
  unfinished?: readonly string[];
}

export interface ViewHistory {
  /** Null where nothing is kept: after the first index, or when it was let go. */
  former: FormerGeneration | null;
  /** Oldest first; each `from` once. */
  moves: readonly Move[];
  /** The view was put back and stays as it is until somebody asks for an update. */
  isHeld: boolean;
  /** One per provider; absent while none was asked. */
  compilers?: readonly CompilerNote[];
}

export const NO_HISTORY: ViewHistory = { former: null, moves: [], isHeld: false };

export function encodeHistory(history: ViewHistory): Buffer {
  return Buffer.from(JSON.stringify(history));
}

export function decodeHistory(bytes: Uint8Array, what: string): ViewHistory {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8")) as ViewHistory;
  } catch {
    throwDamaged(`${what} is not what was written`);
  }
}

/** Contents and links that no view shows and that the way back needs. */
export function keptByHistory(histories: Iterable<ViewHistory>): { blobs: BlobId[]; links: LinksId[] } {
  const blobs = new Set<BlobId>();
  const links = new Set<LinksId>();
  for (const { former } of histories) {
    for (const entry of former?.upsert ?? []) {
      blobs.add(entry.blob);
      if (entry.links !== null) links.add(entry.links);
    }
  }
  return { blobs: [...blobs], links: [...links] };
}
