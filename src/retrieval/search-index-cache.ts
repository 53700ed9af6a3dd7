/** Generations of views made ready for searching, as many as a budget of memory holds. */
import type { ViewReader } from "../storage/contract.ts";
import { LruCache } from "../storage/lru-cache.ts";
import { buildOverview, focusOn } from "./focus/overview.ts";
import {
  buildGenerationIndex,
  type FocusedFiles,
  type GenerationIndex,
  type QueryModels,
  type ReadText,
  type SearchableView,
} from "./searchable-view.ts";

/** About three repositories of a hundred thousand chunks with vectors. */
export const DEFAULT_VIEW_MEMORY_MB = 512;
/** The newest, and the one before it for those who are still reading it. */
const MAX_GENERATIONS = 2;

interface HeldIndex {
  building: Promise<GenerationIndex>;
  /** Null while it is built. */
  index: GenerationIndex | null;
}

interface HeldView {
  byGeneration: LruCache<number, HeldIndex>;
  /** The one that was opened last. */
  newest?: WeakRef<GenerationIndex>;
}

/**
 * A warm process pays for a generation only once. Views grow while they are asked, so what is held is weighed at each
 * opening; those that were not asked for longest go first, never the one that is opened.
 */
export class SearchIndexCache {
  readonly #maxBytes: number;
  /** Least recently opened first. */
  readonly #views = new Map<string, HeldView>();

  constructor({ viewMemoryMb = DEFAULT_VIEW_MEMORY_MB }: { viewMemoryMb?: number } = {}) {
    this.#maxBytes = viewMemoryMb * 1024 * 1024;
  }

  /** Of all views that are held; about. */
  get bytes(): number {
    let sum = 0;
    for (const view of this.#views.values()) sum += bytesOf(view);
    return sum;
  }

  get size(): number {
    return this.#views.size;
  }

  async open(
    reader: ViewReader,
    readText: ReadText,
    models: QueryModels | null = null,
    /** It is one of so many that files are chosen by an overview of each. */
    isOverview = false,
  ): Promise<SearchableView> {
    const { root, id, generation } = reader.info;
    const view = this.#use(`${root}\0${id}${isOverview ? "\0overview" : ""}`);
    const held = view.byGeneration.getOrMake(generation, () => ({
      building: isOverview ? buildOverview(reader) : buildGenerationIndex(reader, view.newest),
      index: null,
    }));
    try {
      const index = await held.building;
      held.index = index;
      view.newest = new WeakRef(index);
      const openVectors = async (of: GenerationIndex) => (models ? of.openVectors(reader, models) : null);
      const vectors = isOverview ? null : await openVectors(index);
      this.#shrink(view, generation);
      if (!isOverview) return { reader, index, readText, vectors };
      const focus = async ({ places }: FocusedFiles) => {
        const part = focusOn(index, places);
        return { index: part, vectors: places.length > 0 ? await openVectors(part) : null };
      };
      return { reader, index, readText, vectors, focus };
    } catch (error) {
      view.byGeneration.delete(generation);
      throw error;
    }
  }

  /** For when a store was replaced: generations of the new one count from the beginning. */
  clear(): void {
    this.#views.clear();
  }

  #use(key: string): HeldView {
    const view = this.#views.get(key) ?? { byGeneration: new LruCache<number, HeldIndex>(MAX_GENERATIONS) };
    this.#views.delete(key);
    this.#views.set(key, view);
    return view;
  }

  #shrink(opened: HeldView, generation: number): void {
    let left = this.bytes - this.#maxBytes;
    for (const [key, view] of this.#views) {
      if (left <= 0) return;
      if (view === opened) continue;
      left -= bytesOf(view);
      this.#views.delete(key);
    }
    if (left > 0) opened.byGeneration.keepOnly((one) => one === generation);
  }
}

function bytesOf({ byGeneration }: HeldView): number {
  return byGeneration.values().reduce((sum, { index }) => sum + (index?.bytes ?? 0), 0);
}
