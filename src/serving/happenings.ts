/**
 * What happens in a serving process, in order: updates, generations, calls, jobs. Whoever looks on hears of it at once,
 * and after a broken connection of what was missed, as far as it is kept. Never a query, a path or a line of code.
 */
import { randomBytes } from "node:crypto";
import type { CallRecord } from "../tools/call-record.ts";
import type { Happening } from "./happening.ts";

export interface NumberedHappening {
  id: string;
  what: Happening;
}

const KEPT = 1_000;

export class Happenings {
  /** Tells this process from an earlier one, whose numbers mean nothing here. */
  readonly #run = randomBytes(6).toString("hex");
  readonly #listeners = new Set<(happening: NumberedHappening) => void>();
  readonly #kept: NumberedHappening[] = [];
  readonly #generations = new Map<string, number>();
  #last = 0;

  tell(what: Happening): void {
    this.#last += 1;
    const happening = { id: `${this.#run}.${this.#last}`, what };
    this.#kept.push(happening);
    if (this.#kept.length > KEPT) this.#kept.shift();
    for (const listener of this.#listeners) listener(happening);
  }

  /** Once for each generation, whoever notices it first. */
  tellGeneration(what: Omit<Happening & { type: "generation" }, "type">): boolean {
    if (this.#generations.get(what.root) === what.generation) return false;
    this.#generations.set(what.root, what.generation);
    this.tell({ type: "generation", ...what });
    return true;
  }

  /** Of the newest. */
  get lastId(): string {
    return `${this.#run}.${this.#last}`;
  }

  /** What came after an id; null when that cannot be told: it is of another process, or too long ago. */
  after(id: string): NumberedHappening[] | null {
    const [run, number] = id.split(".");
    const seen = Number(number);
    if (run !== this.#run || !Number.isInteger(seen) || seen > this.#last) return null;
    const missed = this.#last - seen;
    if (missed > this.#kept.length) return null;
    return missed === 0 ? [] : this.#kept.slice(-missed);
  }

  /** The latest calls, newest first. */
  calls(limit: number): CallRecord[] {
    const found: CallRecord[] = [];
    for (let at = this.#kept.length - 1; at >= 0 && found.length < limit; at--) {
      const { what } = this.#kept[at]!;
      if (what.type === "call") found.push(what.call);
    }
    return found;
  }

  /** Until the returned function is called. */
  subscribe(listener: (happening: NumberedHappening) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
