/** The files of a ranking that are looked into, each group's in their order. */
import type { QueryFilters } from "../query/filters.ts";
import { type Group, groupOf, type Turn, turnsOf } from "../scope/places.ts";
import type { RankedFile, Ranking } from "./rank-scope.ts";

/** A filter of kinds can only be tested in the files themselves. */
const FILES_OF_KINDS = 6;
/** Copies that other repositories have take no place. */
const FILES_OF_SEVERAL = 2;

export class Shortlist {
  /** Best first. */
  readonly files: readonly RankedFile[];
  readonly #ofGroups = new Map<Group, RankedFile[]>();
  readonly #next = new Map<Group, number>();

  constructor({ files, scope }: Ranking, { kinds }: Pick<QueryFilters, "kinds">, limit: number) {
    const many = kinds.length > 0 ? FILES_OF_KINDS : scope.hasSeveral ? FILES_OF_SEVERAL : 1;
    const turns = turnsOf(scope.members, limit);
    const rooms = new Map(turns.map(({ group, most }) => [group, most * many] as const));
    for (const { group } of turns) this.#ofGroups.set(group, []);
    this.files = files.filter((entry) => {
      const group = groupOf(scope.members[entry.member]!);
      const own = this.#ofGroups.get(group)!;
      if (own.length >= rooms.get(group)!) return false;
      own.push(entry);
      return true;
    });
  }

  first({ group, most }: Turn): readonly RankedFile[] {
    return this.#ofGroups.get(group)!.slice(0, most);
  }

  next(group: Group): RankedFile | undefined {
    const at = this.#next.get(group) ?? 0;
    this.#next.set(group, at + 1);
    return this.#ofGroups.get(group)![at];
  }
}
