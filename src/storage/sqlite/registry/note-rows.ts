/** Notes of repositories; each row carries its own checksum. */
import { crc32 } from "node:zlib";
import { throwDamaged } from "../../../codec/byte-reader.ts";
import type { NoteKind } from "../../registry/contract.ts";
import type { Connection } from "../connection.ts";
import { prepared } from "../prepared.ts";
import { readingRows } from "../row-seals.ts";

const NOTES = "notes of repositories";

interface Row {
  path: string;
  text: string;
  sum: number;
}

export function readNote(db: Connection, path: string, kind: NoteKind): string | null {
  return readingRows(NOTES, () => {
    const row = prepared<[string, string], Row>(
      db,
      "SELECT path, text, sum FROM note WHERE path = ? AND kind = ?",
    ).get(path, kind);
    return row === undefined ? null : checked(row, kind);
  });
}

export function readNotes(db: Connection, kind: NoteKind): Map<string, string> {
  return readingRows(NOTES, () => {
    const rows = prepared<[string], Row>(
      db,
      "SELECT path, text, sum FROM note WHERE kind = ? ORDER BY path",
    ).all(kind);
    return new Map(rows.map((row) => [row.path, checked(row, kind)]));
  });
}

/** Contract: inside a write transaction. */
export function putNote(db: Connection, path: string, kind: NoteKind, text: string | null): void {
  if (text === null) prepared(db, "DELETE FROM note WHERE path = ? AND kind = ?").run(path, kind);
  else
    prepared(db, "INSERT OR REPLACE INTO note(path, kind, text, sum) VALUES (?, ?, ?, ?)").run(
      path,
      kind,
      text,
      sumOf(path, kind, text),
    );
}

export function deleteNotes(db: Connection, path: string): void {
  prepared(db, "DELETE FROM note WHERE path = ?").run(path);
}

function checked({ path, text, sum }: Row, kind: NoteKind): string {
  if (sum !== sumOf(path, kind, text)) throwDamaged("a note of a repository is not the one that was written");
  return text;
}

function sumOf(path: string, kind: NoteKind, text: string): number {
  return crc32(`${path}\n${kind}\n${text}`);
}
