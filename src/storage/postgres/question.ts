/**
 * One question of this process: it looks at the state of the database once, and what it reads of any view it reads in one
 * transaction, which is begun when something is not in memory and not before.
 */
import { AppError } from "../../core/errors.ts";
import type { ViewId } from "../contract.ts";
import type { StorageErrorCode } from "../errors.ts";
import { isSameState, type Look, type PlaceLook } from "./look.ts";
import type { ReadTransaction } from "./open-read.ts";

interface LookedRead {
  read: ReadTransaction;
  look: Look;
}

export interface QuestionDatabase {
  /** Raised by whatever this process writes: what was looked at before is not relied on any more. */
  readonly changes: number;
  readonly display: string;
  lookNow(): Promise<Look>;
  beginWithLook(): Promise<LookedRead>;
}

export class Question {
  /** Statements that were waited for. */
  roundTrips = 0;
  readonly #database: QuestionDatabase;
  #looked: { look: Promise<Look>; changes: number } | null = null;
  #shared: SharedRead | null = null;
  /** Something was published between a look and the first statement: from then on both are one. */
  #beginsAtOnce = false;
  #isOver = false;

  constructor(database: QuestionDatabase) {
    this.#database = database;
  }

  /** What it began may go on after its end, and looks for itself again. */
  get isOver(): boolean {
    return this.#isOver;
  }

  look(): Promise<Look> {
    const { changes } = this.#database;
    if (this.#looked?.changes === changes) return this.#looked.look;
    const look = this.#lookAnew();
    this.#looked = { look, changes };
    look.catch(() => {
      if (this.#looked?.look === look) this.#looked = null;
    });
    return look;
  }

  /** Reads of a view in the state that was seen; INDEX_CLOSED when it is not there any more. */
  readOf(place: number, seen: PlaceLook, view: ViewId): ReadTransaction {
    let entered: Promise<{ shared: SharedRead; read: ReadTransaction }> | null = null;
    let isEnded = false;
    const enter = async () => {
      entered ??= this.#enter(place, seen, view);
      return (await entered).read;
    };
    return {
      rows: async (sql, values) => (await enter()).rows(sql, values),
      lists: async (sql, values) => (await enter()).lists(sql, values),
      run: async (sql, values) => (await enter()).run(sql, values),
      end: () => {
        if (isEnded) return;
        isEnded = true;
        entered?.then(({ shared }) => shared.leave()).catch(() => {});
      },
    };
  }

  end(): void {
    this.#isOver = true;
    this.#shared?.endUnused();
  }

  async #lookAnew(): Promise<Look> {
    if (!this.#beginsAtOnce) return this.#database.lookNow();
    return (await this.#sharedRead(true).opened).look;
  }

  async #enter(
    place: number,
    seen: PlaceLook,
    view: ViewId,
  ): Promise<{ shared: SharedRead; read: ReadTransaction }> {
    // One that was begun before this process published a member's generation shows an older state of that member.
    for (const mustBegin of [false, true]) {
      const shared = this.#sharedRead(mustBegin);
      shared.join();
      try {
        const { read, look } = await shared.opened;
        if (isSameState(seen, look.places.get(place), view)) return { shared, read };
      } catch (error) {
        shared.leave();
        throw error;
      }
      shared.leave();
    }
    this.#looked = null;
    this.#beginsAtOnce = true;
    throw new AppError(
      "INDEX_CLOSED" satisfies StorageErrorCode,
      `${this.#database.display}: another generation was published while this one was opened`,
      { hint: "ask again", retryable: true },
    );
  }

  #sharedRead(mustBegin: boolean): SharedRead {
    if (this.#shared && !this.#shared.isEnded && !mustBegin) return this.#shared;
    this.#shared?.endUnused();
    this.#shared = new SharedRead(this.#database.beginWithLook());
    return this.#shared;
  }
}

/** A transaction that ends with the last one who uses it. */
class SharedRead {
  readonly opened: Promise<LookedRead>;
  #users = 0;
  #isEnded = false;

  constructor(opened: Promise<LookedRead>) {
    this.opened = opened;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  join(): void {
    this.#users++;
  }

  leave(): void {
    this.#users--;
    this.endUnused();
  }

  endUnused(): void {
    if (this.#users > 0 || this.#isEnded) return;
    this.#isEnded = true;
    this.opened.then(({ read }) => read.end()).catch(() => {});
  }
}
