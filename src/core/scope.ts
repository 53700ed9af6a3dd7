/** What a question is asked of: one repository, or several whose answers become one. */

/** How a member came into its scope. */
export type MemberOrigin =
  | { kind: "asked" }
  | {
      kind: "depends-on";
      depth: number;
      /** In full, as data: `web needs @shop/auth ^2 (runtime)`. */
      via: string;
      /** In words that may stand among ours: `package @shop/auth`, `calls`, `may call`. */
      by: string;
    };

/** A member whose packages another member needs. */
export interface MemberNeed {
  repository: string;
  /** Names of the needed packages, with the range that is asked for and what is indexed where they plainly differ. */
  packages: readonly { name: string; differs: { asked: string; indexed: string } | null }[];
}

export interface ScopeMember {
  /** Real path of the working tree. */
  root: string;
  /** Unique in the catalog, and so in the scope. */
  name: string;
  /** Only files below one of these folders; empty: every file. */
  folders: readonly string[];
  /** How much likelier its files are than those of a member with 1: the logarithm is added to their scores, which may be negative. */
  weight: number;
  /** At most so many files of an answer, with all others of its group; null: as many as rank. */
  cap: number | null;
  /** What its files stand together with, behind what is worked on; absent where there is no cap. */
  group?: string;
  origin: MemberOrigin;
  /** Other members that it depends on, by their packages. */
  needs: readonly MemberNeed[];
  /** The service that it was indexed as. */
  serviceId?: string;
}

/** In the order in which members are named; one repository is a scope with one member. */
export type Scope = readonly [ScopeMember, ...ScopeMember[]];

/** Each member is opened and asked; more than these take longer than anybody waits. */
export const MAX_MEMBERS = 200;

/** A whole repository that was asked for by its caller. */
export function askedMember(root: string, name: string): ScopeMember {
  return { root, name, folders: [], weight: 1, cap: null, origin: { kind: "asked" }, needs: [] };
}
