/**
 * The same code in several repositories: vendored copies, forks. Each is a place of its own, so all are shown; a copy says
 * what it repeats and takes no place from another file.
 */
import { NEAR_DUPLICATE, similarity } from "../expand/near-duplicates.ts";
import { placeOfFile, type ScopePath } from "./qualified-path.ts";

interface Shown {
  place: string;
  repository: string | undefined;
  sketch: readonly number[];
}

export class Copies {
  readonly #shown: Shown[] = [];
  readonly #likeness: number;

  constructor(likeness = NEAR_DUPLICATE) {
    this.#likeness = likeness;
  }

  /** The place in another repository that a span of a file repeats; null for the first of its kind. */
  originalOf(
    file: ScopePath,
    { startLine, endLine }: { startLine: number; endLine: number },
    sketch: readonly number[],
  ): string | null {
    const { repository } = file;
    const original = this.#shown.find(
      (one) => one.repository !== repository && similarity(one.sketch, sketch) >= this.#likeness,
    );
    if (original) return original.place;
    this.#shown.push({ place: `${placeOfFile(file)}:${startLine}-${endLine}`, repository, sketch });
    return null;
  }
}
