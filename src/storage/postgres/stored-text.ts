/**
 * Text of repositories and users as bytes: a column of type text refuses NUL and what is not UTF-8, and a name that a
 * repository chose must neither be refused nor changed. Readable spellings are in the views of schema.ts.
 */
export function bytesOfText(text: string): Buffer {
  return Buffer.from(text, "utf8");
}

export function textOfBytes(bytes: Buffer): string {
  return bytes.toString("utf8");
}

export function bytesOrNull(text: string | null | undefined): Buffer | null {
  return text === null || text === undefined ? null : bytesOfText(text);
}

export function textOrNull(bytes: Buffer | null): string | null {
  return bytes === null ? null : textOfBytes(bytes);
}
