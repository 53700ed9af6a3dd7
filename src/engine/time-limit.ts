/**
 * How long a question may work, and whether anybody still waits for its answer. Reads of an index end before the event
 * loop turns, so neither a timer nor a cancellation would ever be heard between them: whoever works long asks `check`, and
 * pauses for a turn of the loop when `pause` says that it is due.
 */
import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import type { ViewReader } from "../storage/contract.ts";
import { ENGINE_ERRORS } from "./errors.ts";

/** Other questions, cancellations and timers wait no longer than this for a turn. */
const TURN_EVERY_MS = 50;
/** Of the time of a question: what is left after a late member is enough to ask the others once more. */
const MEMBER_SHARE = 0.5;

export class TimeLimit {
  readonly #ms: number;
  readonly #late = new AbortController();
  #endsAt = Number.POSITIVE_INFINITY;
  #turnedAt = performance.now();
  #timer: NodeJS.Timeout | null = null;
  /** Works that are waited for however long they take, and the time that is left after them. */
  #exempted = 0;
  #leftMs = Number.POSITIVE_INFINITY;
  /** Fires when the time is up or the caller gave up, whichever comes first. */
  readonly signal: AbortSignal;

  constructor(ms: number, given: AbortSignal) {
    this.#ms = ms;
    this.signal = AbortSignal.any([given, this.#late.signal]);
    // Every repository of a scope listens to both.
    setMaxListeners(0, given, this.signal);
  }

  /** What came before, such as an update, had its own patience. */
  start(): void {
    this.#turnedAt = performance.now();
    this.#arm(this.#ms);
  }

  #arm(ms: number): void {
    if (ms === Number.POSITIVE_INFINITY) return;
    this.end();
    this.#endsAt = performance.now() + ms;
    this.#timer = setTimeout(() => this.#late.abort(this.#error()), ms).unref();
  }

  /**
   * Work that is done once for a generation and kept for the questions after this one: it is waited for, however long it
   * takes, or a large index could never be asked anything. What is left of the time counts from its end.
   */
  async exempt<T>(work: () => Promise<T>): Promise<T> {
    if (this.#exempted === 0) {
      this.#leftMs = this.#endsAt - performance.now();
      this.end();
    }
    this.#exempted += 1;
    try {
      return await work();
    } finally {
      this.#exempted -= 1;
      if (this.#exempted === 0) this.#arm(this.#leftMs);
    }
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#endsAt = Number.POSITIVE_INFINITY;
  }

  /** Throws when there is nothing left to work for. */
  check(): void {
    if (performance.now() >= this.#endsAt) this.#late.abort(this.#error());
    this.signal.throwIfAborted();
  }

  /** Null, or what to wait for before going on. */
  pause(): Promise<unknown> | null {
    if (performance.now() - this.#turnedAt < TURN_EVERY_MS) return null;
    return setImmediate().then(() => {
      this.#turnedAt = performance.now();
      this.check();
    });
  }

  /** A part of the time for one of several members, so that the others can answer when it is late. */
  forMember(): MemberLimit {
    return new MemberLimit(this.#ms * MEMBER_SHARE, this);
  }

  #error(): AppError {
    return new AppError("QUERY_TIMEOUT", `the answer was not complete after ${this.#ms} ms`, {
      hint: ENGINE_ERRORS.QUERY_TIMEOUT,
      details: { queryMs: this.#ms },
      retryable: true,
    });
  }
}

/** Counts while its member is asked: what others take is not its own. */
export class MemberLimit extends TimeLimit {
  readonly #whole: TimeLimit;

  constructor(ms: number, whole: TimeLimit) {
    super(ms, whole.signal);
    this.#whole = whole;
  }

  override start(): void {}

  override exempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#whole.exempt(() => super.exempt(work));
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    super.start();
    try {
      return await work();
    } finally {
      this.end();
    }
  }
}

/** The same reads, each of them only while the limit allows it. */
export function limitReader(reader: ViewReader, limit: TimeLimit): ViewReader {
  const limited = new Map<PropertyKey, unknown>();
  return new Proxy(reader, {
    get(target, name) {
      const known = limited.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const bound = value.bind(target) as (...given: unknown[]) => unknown;
      const call = UNLIMITED.has(name)
        ? bound
        : (...given: unknown[]) => {
            limit.check();
            const paused = limit.pause();
            return paused ? paused.then(() => bound(...given)) : bound(...given);
          };
      limited.set(name, call);
      return call;
    },
  });
}

/** Streams are made at once and read later; closing is always allowed. */
const UNLIMITED: ReadonlySet<PropertyKey> = new Set<keyof ViewReader>(["close", "dump"]);
