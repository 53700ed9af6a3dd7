/** Lends a session over a scope: opens each member, and builds a damaged one anew while the others stay. */
import type { Scope } from "../core/scope.ts";
import { ScopeSession } from "./scope-session.ts";
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
  /** Gives a damaged index up, or lets go of one that somebody else replaced; throws when the error is none of these. */
  renew: (root: string, error: unknown) => Promise<void>;
  limit: TimeLimit | undefined;
}

export type UseSession<T> = (session: ScopeSession) => Promise<T>;

export function readScope<T>(scope: Scope, use: UseSession<T>, reading: ScopeReading): Promise<T> {
  const [member] = scope;
  return healing(member.root, reading, (isBegunAnew) =>
    reading.readView(member.root, (view) => use(new ScopeSession({ member, view })), {
      isBegunAnew,
      limit: reading.limit,
    }),
  );
}

/** Damage that shows only while reading costs a rebuild from the sources, once, and is told with its update. */
export async function healing<T>(
  root: string,
  { renew }: Pick<ScopeReading, "renew">,
  work: (isBegunAnew: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await work(false);
  } catch (error) {
    await renew(root, error);
    return work(true);
  }
}
