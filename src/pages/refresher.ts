/** Keeps the repositories that somebody looks at up to date, so that an edit shows without a question. */
import type { Engine } from "../engine/engine.ts";
import type { Happenings } from "../serving/happenings.ts";

/** An edit shows within two seconds: this, the update, and the way to the page. */
const LOOK_EVERY_MS = 500;
/** Where looking in vain costs much, a small part of the time is spent on it. */
const REST_PER_LOOK = 20;
/** Somebody is editing: the next edit is as likely as the last. */
const REST_PER_UPDATE = 2;

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
    if (known.lookers === 1) this.#schedule(root, { afterMs: 0, isFirst: true });
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

  #schedule(root: string, { afterMs, isFirst = false }: { afterMs: number; isFirst?: boolean }): void {
    const watched = this.#watched.get(root);
    if (!watched) return;
    watched.timer = setTimeout(() => void this.#look(root, isFirst), afterMs);
    watched.timer.unref();
  }

  async #look(root: string, isFirst: boolean): Promise<void> {
    const startedAt = performance.now();
    let isNew = false;
    try {
      const engine = await this.#engine();
      if (!(await engine.isUnchanged(root))) isNew = await this.#refresh(engine, root);
    } catch {
      // What is wrong with the repository is told by its questions.
    }
    // The first look opens the index, which tells nothing of what later ones cost.
    const tookMs = isFirst ? 0 : performance.now() - startedAt;
    const restMs = tookMs * (isNew ? REST_PER_UPDATE : REST_PER_LOOK);
    this.#schedule(root, { afterMs: Math.max(LOOK_EVERY_MS, restMs) });
  }

  /** Another process may have published what this one only finds. Whether there was something new. */
  async #refresh(engine: Engine, root: string): Promise<boolean> {
    const startedAt = performance.now();
    const { generation, files } = await engine.read(root, async ({ one }) => one.info);
    const ms = Math.round(performance.now() - startedAt);
    return this.#happenings.tellGeneration({ root, generation, files, ms });
  }
}
