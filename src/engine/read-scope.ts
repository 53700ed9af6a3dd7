/** Lends a session over a scope: opens each member, and builds a damaged one anew while the others stay. */
import { AppError } from "../core/errors.ts";
import type { Scope, ScopeMember } from "../core/scope.ts";
import type { AbsentMember } from "../searching/contract.ts";
import { MemberFailure, messageOf } from "../searching/member-failure.ts";
import { healing, type Renew } from "./healing.ts";
import { type OpenMember, ScopeSession } from "./scope-session.ts";
import type { ViewSession } from "./session.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface MemberReading {
  /** An index that was just begun anew holds nothing to answer from. */
  isBegunAnew: boolean;
  limit: TimeLimit | undefined;
}

export interface ScopeReading {
  /** Brings one member up to date and lends a session over it. */
  readView: <T>(root: string, use: (view: ViewSession) => Promise<T>, how: MemberReading) => Promise<T>;
  renew: Renew;
  limit: TimeLimit | undefined;
  roundTrips: () => number | null;
}

export type UseSession<T> = (session: ScopeSession) => Promise<T>;

export function readScope<T>(scope: Scope, use: UseSession<T>, reading: ScopeReading): Promise<T> {
  const [only] = scope;
  return scope.length === 1 ? readOne(only, use, reading) : readFederation(scope, use, reading);
}

async function readOne<T>(member: ScopeMember, use: UseSession<T>, reading: ScopeReading): Promise<T> {
  return healing(member.root, reading.renew, (isBegunAnew) =>
    reading.readView(
      member.root,
      (view) => use(new ScopeSession([{ member, view, limit: null }], null, reading.roundTrips)),
      { isBegunAnew, limit: reading.limit },
    ),
  );
}

async function readFederation<T>(scope: Scope, use: UseSession<T>, reading: ScopeReading): Promise<T> {
  const renewed = new Set<string>();
  const mustTell = ({ repository, cause }: MemberFailure) => isIndexLost(cause) && !renewed.has(repository);
  for (;;) {
    const lent = await Promise.all(scope.map((member) => lendMember(member, reading, renewed)));
    try {
      const session = federationOf(lent, reading, mustTell);
      reading.limit?.start();
      return await use(session);
    } catch (error) {
      if (!(error instanceof MemberFailure)) throw error;
      if (!mustTell(error)) throw error.cause;
      await giveBack(lent);
      renewed.add(error.repository);
      await reading.renew(scope.find(({ name }) => name === error.repository)!.root, error.cause);
    } finally {
      await giveBack(lent);
    }
  }
}

type Lent =
  | ({ isOpen: true; giveBack: () => Promise<void> } & OpenMember)
  | { isOpen: false; member: ScopeMember; error: unknown };

function federationOf(
  lent: readonly Lent[],
  { limit, roundTrips }: ScopeReading,
  mustTell: (failure: MemberFailure) => boolean,
): ScopeSession {
  const [first, ...others] = lent.filter((one) => one.isOpen);
  const closed = lent.filter((one) => !one.isOpen);
  if (!first) throw closed[0]!.error;
  const absent = closed.map(
    ({ member, error }): AbsentMember => ({ repository: member.name, reason: messageOf(error) }),
  );
  return new ScopeSession([first, ...others], { absent, mustTell, check: () => limit?.check() }, roundTrips);
}

/** A member that cannot be opened is no reason for the others to be silent. */
async function lendMember(
  member: ScopeMember,
  reading: ScopeReading,
  renewed: ReadonlySet<string>,
): Promise<Lent> {
  const limit = reading.limit?.forMember();
  const lend = (isBegunAnew: boolean) =>
    lendView((use) => reading.readView(member.root, use, { isBegunAnew, limit }));
  try {
    const isRenewed = renewed.has(member.name);
    const lent = isRenewed ? await lend(true) : await healing(member.root, reading.renew, lend);
    return { isOpen: true, member, limit: limit ?? null, ...lent };
  } catch (error) {
    reading.limit?.signal.throwIfAborted();
    return { isOpen: false, member, error };
  }
}

/** From a view that is lent for the time of a function to one that is given back. */
function lendView(
  read: (use: (view: ViewSession) => Promise<void>) => Promise<void>,
): Promise<{ view: ViewSession; giveBack: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const ended = read(
      (view) =>
        new Promise((giveBack) => {
          resolve({
            view,
            giveBack: () => {
              giveBack();
              return ended;
            },
          });
        }),
    );
    ended.catch(reject);
  });
}

async function giveBack(lent: readonly Lent[]): Promise<void> {
  await Promise.all(
    lent.map(async (one) => {
      if (one.isOpen) await one.giveBack();
    }),
  );
}

export function isIndexLost(error: unknown): boolean {
  return error instanceof AppError && (error.code === "INDEX_DAMAGED" || error.code === "INDEX_CLOSED");
}
