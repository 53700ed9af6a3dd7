/** How much of a question in words a symbol stands for: by its name, its file and the ranking. */
import type { Handle } from "../../core/edges.ts";
import { parseHandle, pathOfHandle } from "../../core/handles.ts";
import { isExamplePath } from "../../languages/example-paths.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import type { FlowWorth } from "../../navigation/flow/best-chains.ts";
import { placeOfFile, type SearchAnswer } from "../../retrieval/index.ts";

/** A word in the name of the file or class says less than one in the function's own. */
const NAME_SHARE = 0.8;
const OWNER_SHARE = 0.3;
/** Of the best file, and of the best span of it. */
const FILE_WORTH = 0.2;
const SPAN_WORTH = 0.35;

const NOTHING: FlowWorth = { words: new Map(), beside: -1 };

export class FlowWorths {
  readonly #known = new Map<Handle, FlowWorth>();
  readonly #files = new Map<string, number>();
  readonly #spans = new Map<string, number>();
  readonly #matcher: SearchAnswer["lineMatcher"];

  constructor({ hits, lineMatcher }: Pick<SearchAnswer, "hits" | "lineMatcher">) {
    this.#matcher = lineMatcher;
    const best = hits[0]?.score ?? 0;
    const least = hits.at(-1)?.score ?? 0;
    for (const hit of hits) {
      const share = best > least ? (hit.score - least) / (best - least) : 1;
      this.#files.set(placeOfFile(hit), share * FILE_WORTH);
      const strongest = Math.max(...hit.spans.map(({ score }) => score));
      for (const { symbol, score } of hit.spans)
        if (symbol) this.#spans.set(`${placeOfFile(hit)}#${symbol}`, (SPAN_WORTH * score) / strongest);
    }
  }

  of(handle: Handle): FlowWorth {
    const known = this.#known.get(handle);
    if (known) return known;
    const worth = this.#compute(handle);
    this.#known.set(handle, worth);
    return worth;
  }

  /** All in one number. */
  total(handle: Handle): number {
    const { words, beside } = this.of(handle);
    return [...words.values()].reduce((sum, value) => sum + value, beside);
  }

  #compute(handle: Handle): FlowWorth {
    const path = pathOfHandle(handle);
    const parsed = parseHandle(handle);
    // A flow runs through functions, and through the code itself.
    if (!parsed?.qualifiedName || isTestPath(path) || isExamplePath(path)) return NOTHING;
    const parts = parsed.qualifiedName.split(".");
    const words = new Map<number, number>();
    this.#add(words, parts.at(-1)!, NAME_SHARE);
    this.#add(words, [...parts.slice(0, -1), path.split("/").slice(-2).join(" ")].join(" "), OWNER_SHARE);
    const span = this.#spans.get(handle.replace(/~\d+$/, "")) ?? 0;
    return { words, beside: span + (this.#files.get(path) ?? 0) };
  }

  #add(words: Map<number, number>, text: string, share: number): void {
    for (const [at, exactness] of this.#matcher.match(text) ?? []) {
      const value = this.#matcher.masses[at]! * exactness * share;
      if (value > (words.get(at) ?? 0)) words.set(at, value);
    }
  }
}
