/** Verdicts, counted. */
import type { Handle } from "../../core/edges.ts";
import { comparePaths } from "../../core/rel-path.ts";
import type { Accounting, NamedSite, OverrideSite, UndecidedSite, Verdict } from "./contract.ts";

export class Tally {
  readonly #name: string;
  readonly #others = new Map<string, number>();
  readonly #undecided = new Map<string, UndecidedSite>();
  readonly #unlinked = new Map<string, NamedSite>();
  readonly #overrides: OverrideSite[] = [];
  readonly #callLines = new Set<string>();
  readonly #unread = new Map<string, number>();
  readonly #counts = {
    declarations: 0,
    calls: 0,
    dispatched: 0,
    overridden: 0,
    references: 0,
    imports: 0,
    inText: 0,
    quoted: 0,
    occurrences: 0,
  };

  constructor(name: string) {
    this.#name = name;
  }

  add(path: string, line: number, from: Handle, verdict: Verdict): void {
    const counts = this.#counts;
    counts.occurrences += 1;
    if (verdict.is === "text") counts.inText += 1;
    else if (verdict.is === "declaration") {
      if (verdict.of === undefined) counts.declarations += 1;
      else this.#overrides.push({ path, line, from: verdict.of });
    } else if (verdict.is === "other")
      this.#others.set(verdict.what, (this.#others.get(verdict.what) ?? 0) + 1);
    else if (verdict.is === "this") {
      if (verdict.role === "call") {
        counts.calls += 1;
        if (verdict.isLinked) this.#callLines.add(`${path}\0${line}`);
      } else if (verdict.role === "import") counts.imports += 1;
      else if (verdict.role === "dispatch") counts.dispatched += 1;
      else if (verdict.role === "override") counts.overridden += 1;
      else counts.references += 1;
      if (!verdict.isLinked)
        this.#unlinked.set(`${path}\0${line}\0${from}`, { path, line, from, role: verdict.role });
    } else this.#addUndecided(path, line, from, verdict);
  }

  #addUndecided(
    path: string,
    line: number,
    from: Handle,
    { doubt, detail, likelihood }: Extract<Verdict, { is: "undecided" }>,
  ): void {
    const key = `${path}\0${line}\0${doubt}`;
    const known = this.#undecided.get(key);
    if (known) known.count += 1;
    else {
      const site: UndecidedSite = { path, line, from, doubt, count: 1, likelihood };
      if (detail !== undefined) site.detail = detail;
      this.#undecided.set(key, site);
    }
  }

  addQuoted(): void {
    this.#counts.quoted += 1;
  }

  /** A count of occurrences that are not looked at one by one. */
  addText(count: number): void {
    this.#counts.occurrences += count;
    this.#counts.inText += count;
  }

  addUnread(reason: string): void {
    this.#unread.set(reason, (this.#unread.get(reason) ?? 0) + 1);
  }

  finish(): Accounting {
    const undecided = [...this.#undecided.values()].sort(
      (a, b) => b.likelihood - a.likelihood || comparePaths(a.path, b.path) || a.line - b.line,
    );
    const others = [...this.#others]
      .map(([what, count]) => ({ what, count }))
      .sort((a, b) => b.count - a.count || comparePaths(a.what, b.what));
    const unlinked = [...this.#unlinked.values()].sort(byPlace);
    const overrides = this.#overrides.sort(byPlace);
    const unread = [...this.#unread].map(([reason, files]) => ({ files, reason }));
    const isComplete = undecided.length === 0 && unread.length === 0;
    const callLines = this.#callLines.size;
    return {
      name: this.#name,
      ...this.#counts,
      callLines,
      overrides,
      others,
      undecided,
      unlinked,
      unread,
      isComplete,
    };
  }
}

function byPlace(a: OverrideSite, b: OverrideSite): number {
  return comparePaths(a.path, b.path) || a.line - b.line;
}
