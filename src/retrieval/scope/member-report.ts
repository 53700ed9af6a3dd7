import type { Generation } from "../../storage/contract.ts";
import type { LostMember, SearchMember } from "./member.ts";

/** What an answer says of a member that was asked. */
export interface MemberReport {
  repository: string;
  /** Each member has its own. */
  generation: Generation;
  /** Why the answer does without it; absent when it does not. */
  problem?: string;
}

export function reportMembers(members: readonly SearchMember[], lost: readonly LostMember[]): MemberReport[] {
  return members.map(({ name, view }) => {
    const problem = lost.find((one) => one.name === name)?.reason;
    const { generation } = view.reader.info;
    return { repository: name, generation, ...(problem === undefined ? {} : { problem }) };
  });
}
