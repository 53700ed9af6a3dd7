/** Keeps the repositories that somebody looks at up to date, so that an edit shows without a question. */
import type { Engine } from "../engine/engine.ts";
import type { Happenings } from "../serving/happenings.ts";

/** An edit shows within two seconds: this, the update, and the way to the page. */
const LOOK_EVERY_MS = 500;
/** Where looking costs much, a small part of the time is spent on it. */
const REST_PER_LOOK = 20;

export class Refresher {
  readonly #happenings: Happenings;
  readonly #engine: () => Promise<Engine>;
  /** Root → how many look at it. */
  readonly #watched = new Map<string, { lookers: number; timer: NodeJS.Timeout | null }>();

  constructor(happenings: Happenings, engine: () => Promise<Engine>) {
    this.#happenings = happenings;
    this.#engine = engine;
  }

  /** Until the returned function is called. */
  watch(root: string): () => void {
    const known = this.#watched.get(root) ?? { lookers: 0, timer: null };
    known.lookers += 1;
    this.#watched.set(root, known);
    if (known.lookers === 1) this.#schedule(root, 0);
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      known.lookers -= 1;
      if (known.lookers > 0) return;
      if (known.timer) clearTimeout(known.timer);
      this.#watched.delete(root);
    };
  }

  #schedule(root: string, afterMs: number): void {
    const watched = this.#watched.get(root);
    if (!watched) return;
    watched.timer = setTimeout(() => void this.#look(root), afterMs);
    watched.timer.unref();
  }

  async #look(root: string): Promise<void> {
    const startedAt = performance.now();
    try {
      const engine = await this.#engine();
      if (!(await engine.isUnchanged(root))) await this.#refresh(engine, root);
    } catch {
      // What is wrong with the repository is told by its questions.
    }
    const tookMs = performance.now() - startedAt;
    this.#schedule(root, Math.max(LOOK_EVERY_MS, tookMs * REST_PER_LOOK));
  }

  /** Another process may have published what this one only finds. */
  async #refresh(engine: Engine, root: string): Promise<void> {
    const startedAt = performance.now();
    const { generation, files } = await engine.read(root, async ({ one }) => one.info);
    const ms = Math.round(performance.now() - startedAt);
    this.#happenings.tellGeneration({ root, generation, files, ms });
  }
}
