/** Members that fail or are late: the others answer without them, and the answer says so. */
import { AppError } from "../../core/errors.ts";
import type { LostMember, SearchMember } from "./member.ts";

/** Ends an attempt; `answerWithoutLost` begins the next. */
export class MembersLost extends Error {
  constructor(
    readonly lost: readonly LostMember[],
    cause: unknown,
  ) {
    super(`${lost.map(({ name, reason }) => `${name}: ${reason}`).join("; ")}`, { cause });
    this.name = "MembersLost";
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/** Asks again of those that are left until an answer comes; throws what the first one failed with when none is left. */
export async function answerWithoutLost<T>(
  members: readonly SearchMember[],
  attempt: (members: readonly SearchMember[]) => Promise<T>,
): Promise<{ answer: T; lost: LostMember[] }> {
  const lost: LostMember[] = [];
  let left = members;
  for (;;) {
    try {
      return { answer: await attempt(left), lost };
    } catch (error) {
      if (!(error instanceof MembersLost)) throw error;
      lost.push(...error.lost);
      left = left.filter(({ name }) => !error.lost.some((one) => one.name === name));
      if (left.length === 0) throw error.cause;
    }
  }
}
