/** What runs now, kept up to date by what happens: progress by root, and jobs. */
import type { Happening, LiveProgress } from "../serving/happening.ts";
import type { Happenings } from "../serving/happenings.ts";

export class LiveState {
  readonly #progress = new Map<string, LiveProgress>();

  constructor(happenings: Happenings) {
    happenings.subscribe(({ what }) => this.#note(what));
  }

  get progress(): ReadonlyMap<string, LiveProgress> {
    return this.#progress;
  }

  #note(what: Happening): void {
    if (what.type === "progress") {
      const { phase, done, total, percent } = what;
      this.#progress.set(what.root, { phase, done, total, percent });
    } else if (what.type === "updated" || what.type === "failure") this.#progress.delete(what.root);
  }
}
