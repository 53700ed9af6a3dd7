import type { FileLinks } from "../../core/edges.ts";
import { SegmentBuilder } from "./segment-builder.ts";
import type { FinishedSegment } from "./segment-writer.ts";

export interface InvertedLinks {
  targets: FinishedSegment;
  unresolved: FinishedSegment;
  ids: { first: number; last: number };
}

/** Where the edges of new links end, and the names they leave open: one segment of each kind. */
export class LinksInverter {
  readonly #targets = new SegmentBuilder();
  readonly #unresolved = new SegmentBuilder();
  #first = 0;
  #last = 0;

  /** Ids are handed out ascending, as segments need them. */
  add(id: number, links: FileLinks): void {
    if (this.#first === 0) this.#first = id;
    this.#last = id;
    addKeys(this.#targets, id, links.edges, (edge) => edge.to);
    addKeys(this.#unresolved, id, links.unresolved, (use) => use.name);
  }

  /** Null when nothing was added. */
  finish(): InvertedLinks | null {
    if (this.#first === 0) return null;
    return {
      targets: this.#targets.build(),
      unresolved: this.#unresolved.build(),
      ids: { first: this.#first, last: this.#last },
    };
  }
}

/** One group per distinct key: many edges of a file end at the same handle. */
function addKeys<T>(
  builder: SegmentBuilder,
  id: number,
  items: readonly T[],
  keyOf: (item: T) => string,
): void {
  const seen = new Set<number>();
  for (const item of items) {
    const key = builder.keyNumber(keyOf(item));
    if (seen.has(key)) continue;
    seen.add(key);
    builder.startGroup(key, id);
  }
}
