/** Which comments belong to a declaration, and which one opens the file. */

import type { Place } from "./captures.ts";
import { isLicence, stripComment } from "./comment-text.ts";
import { isBlank, type LineIndex } from "./line-index.ts";

const MAX_DOC = 2_000;

export class CommentGroups {
  /** First comment of the group that a declaration used as its doc. */
  readonly #used = new Set<number>();
  readonly #source: string;
  readonly #lines: LineIndex;
  /** Sorted by start. */
  readonly #comments: readonly Place[];

  constructor(source: string, lines: LineIndex, comments: readonly Place[]) {
    this.#source = source;
    this.#lines = lines;
    this.#comments = comments;
  }

  /** Index of the first comment of the run that ends right above `start`; -1 when there is none. */
  runAbove(start: number): { first: number; last: number } | null {
    const last = this.#lastBefore(start);
    if (last < 0 || !this.#touches(this.#comments[last]!.end, start)) return null;
    if (!this.#standsAlone(this.#comments[last]!)) return null;
    let first = last;
    while (first > 0 && this.#isLineComment(first) && this.#isLineComment(first - 1)) {
      const above = this.#comments[first - 1]!;
      if (!this.#touches(above.end, this.#comments[first]!.start) || !this.#standsAlone(above)) break;
      first -= 1;
    }
    return { first, last };
  }

  /** Doc of a declaration that starts at `start`, and where its comment starts. */
  docAbove(start: number): { doc: string; start: number } | null {
    const run = this.runAbove(start);
    if (!run) return null;
    const doc = this.#textOf(run.first, run.last);
    // A licence above the first declaration is about the file, not about it.
    if (doc === "" || (run.first === 0 && isLicence(doc))) return null;
    this.#used.add(run.first);
    return { doc, start: this.#comments[run.first]!.start };
  }

  /** The comment that opens the file, unless it documents a declaration or is only a licence. */
  header(): { text: string; start: number; end: number } | null {
    let at = 0;
    let end = this.#source.startsWith("#!") ? this.#lines.endOf(1) : 0;
    while (at < this.#comments.length && isBlank(this.#source, end, this.#comments[at]!.start)) {
      const first = at;
      while (at + 1 < this.#comments.length && this.#isLineComment(at) && this.#isLineComment(at + 1)) {
        if (!this.#touches(this.#comments[at]!.end, this.#comments[at + 1]!.start)) break;
        at += 1;
      }
      end = this.#comments[at]!.end;
      const text = this.#textOf(first, at);
      const isShebang = first === 0 && this.#source.startsWith("#!") && this.#comments[0]!.start === 0;
      if (this.#used.has(first)) return null;
      if (text !== "" && !isLicence(text) && !isShebang)
        return { text, start: this.#comments[first]!.start, end };
      at += 1;
    }
    return null;
  }

  #textOf(first: number, last: number): string {
    const parts: string[] = [];
    let length = 0;
    for (let at = first; at <= last && length < MAX_DOC; at++) {
      const comment = this.#comments[at]!;
      const part = stripComment(
        this.#source.slice(comment.start, Math.min(comment.end, comment.start + MAX_DOC * 2)),
      );
      parts.push(part);
      length += part.length + 1;
    }
    return parts.join("\n").trim().slice(0, MAX_DOC);
  }

  #isLineComment(at: number): boolean {
    const { start, end } = this.#comments[at]!;
    const newline = this.#source.indexOf("\n", start);
    return newline < 0 || newline >= end - 1;
  }

  /** Only white space with at most one line break lies between; a comment node may own its line break. */
  #touches(end: number, start: number): boolean {
    if (start < end) return false;
    let breaks = this.#source.charCodeAt(end - 1) === 10 ? 1 : 0;
    for (let at = end; at < start; at++) {
      const code = this.#source.charCodeAt(at);
      if (code === 10) breaks += 1;
      else if (code !== 32 && code !== 9 && code !== 13) return false;
    }
    return breaks <= 1;
  }

  /** Nothing but white space stands before it on its line: otherwise it speaks of that line. */
  #standsAlone(comment: Place): boolean {
    return isBlank(this.#source, this.#lines.startOf(comment.line), comment.start);
  }

  #lastBefore(offset: number): number {
    let low = 0;
    let high = this.#comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#comments[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
