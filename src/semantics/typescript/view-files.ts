/**
 * The files of a view as the compiler sees them: below one made-up root, so that no real absolute path is known
 * to it, and only those that the view names. A path that is not listed does not exist, whatever the disk holds;
 * one that is listed is read through the path jail.
 */
import { hashContent } from "../../core/content-hash.ts";
import { dirname, type RelPath } from "../../core/rel-path.ts";
import type { RootJail } from "../../workspace/path-jail.ts";

export const VIEW_ROOT = "/view";
const PREFIX = `${VIEW_ROOT}/`;
const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const CONFIG = /(?:^|\/)(?:package\.json|[jt]sconfig[^/]*\.json)$/;
const MAX_FILE_BYTES = 8_000_000;

export function isCompilerSource(path: string): boolean {
  return CODE.test(path);
}

/** Files that decide how modules are found; a change of one builds the program anew. */
export function isProjectConfig(path: string): boolean {
  return CONFIG.test(path);
}

export function virtualPath(path: string): string {
  return PREFIX + path;
}

/** Path in the view, or null for what lies elsewhere. */
export function viewPath(virtual: string): string | null {
  return virtual.startsWith(PREFIX) ? virtual.slice(PREFIX.length) : null;
}

export interface ReadText {
  text: string;
  /** Git blob id of the bytes that were read; another one than the view's means that the file changed since. */
  isCurrent: boolean;
}

/** Reads a file of the root; null when it cannot be read. The one place where content comes in. */
export type ReadBytes = (path: string) => Uint8Array | null;

export function readThroughJail(jail: RootJail): ReadBytes {
  return (path) => {
    const read = jail.read(path as RelPath, { maxBytes: MAX_FILE_BYTES });
    return read.ok ? read.bytes : null;
  };
}

export class ViewFiles {
  readonly #hashes = new Map<string, string>();
  readonly #folders = new Map<string, number>();
  readonly #texts = new Map<string, ReadText | null>();
  readonly #read: ReadBytes;

  constructor(read: ReadBytes) {
    this.#read = read;
  }

  get paths(): IterableIterator<string> {
    return this.#hashes.keys();
  }

  set(path: string, hash: string): void {
    if (!this.#hashes.has(path)) this.#countFolders(path, 1);
    this.#hashes.set(path, hash);
    this.#texts.delete(path);
  }

  delete(path: string): void {
    if (this.#hashes.delete(path)) this.#countFolders(path, -1);
    this.#texts.delete(path);
  }

  has(path: string): boolean {
    return this.#hashes.has(path);
  }

  hashOf(path: string): string | undefined {
    return this.#hashes.get(path);
  }

  hasFolder(path: string): boolean {
    return path === "" || this.#folders.has(path);
  }

  /** Decoded text without a byte order mark; remembered until the file changes or `forgetTexts` is called. */
  read(path: string): ReadText | null {
    let known = this.#texts.get(path);
    if (known === undefined) {
      known = this.#readNow(path);
      this.#texts.set(path, known);
    }
    return known;
  }

  /** What the last read of a file gave; undefined when it was not read since the texts were forgotten. */
  readBefore(path: string): ReadText | null | undefined {
    return this.#texts.get(path);
  }

  /** Once a program is built, its source files hold the texts. */
  forgetTexts(): void {
    this.#texts.clear();
  }

  #readNow(path: string): ReadText | null {
    const hash = this.#hashes.get(path);
    if (hash === undefined) return null;
    const bytes = this.#read(path);
    if (bytes === null) return null;
    const algorithm = hash.length === 64 ? "sha256" : "sha1";
    return { text: decode(bytes), isCurrent: hashContent(bytes, algorithm) === hash };
  }

  #countFolders(path: string, step: number): void {
    for (let folder = dirname(path); folder !== ""; folder = dirname(folder)) {
      const count = (this.#folders.get(folder) ?? 0) + step;
      if (count === 0) this.#folders.delete(folder);
      else this.#folders.set(folder, count);
    }
  }
}

/** UTF-8, or UTF-16 with its byte order mark; the mark is not part of the text. */
function decode(bytes: Uint8Array): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(bytes);
}
