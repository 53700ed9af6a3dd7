/** What lets a caller in. It stays the same from start to start, so that a client's configuration keeps working, until a new one is asked for. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "./private-file.ts";

const BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

function tokenFile(folder: string): string {
  return join(folder, "token");
}

/** The kept token; a new one when there is none, what is kept is none, or `isNew`. */
export function openToken(folder: string, { isNew }: { isNew: boolean }): string {
  const kept = isNew ? null : readToken(folder);
  if (kept) return kept;
  const token = randomBytes(BYTES).toString("base64url");
  writePrivateFile(tokenFile(folder), `${token}\n`);
  return token;
}

function readToken(folder: string): string | null {
  try {
    const text = readFileSync(tokenFile(folder), "utf8").trim();
    return SHAPE.test(text) ? text : null;
  } catch {
    // The first start, or a file that cannot be read: then a new token is as good.
    return null;
  }
}
