/** What an answer stands on: the generation of every repository it speaks of, and how current each is. */
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { AbsentMember, Freshness, MemberState, ScopeSession, ViewQuestions } from "../engine/engine.ts";
import { type Indexed, indexName, NO_INDEX } from "./cursor.ts";

export interface Standing {
  /** Of each member, in the order of the scope. */
  indexed: readonly Indexed[];
  /** Part of line 1; empty for answers that are about no generation. */
  freshness: string;
  fields: Record<string, unknown>;
}

export const NO_GENERATION: Standing = {
  indexed: [NO_INDEX],
  freshness: "",
  fields: {},
};

/** `changed`: how many quoted files differ from the tree although the answer was made anew. */
export function standingOf(session: ScopeSession, changed = 0): Standing {
  const members = session.members.map((member) =>
    changed === 0 ? member : { ...member, freshness: notSettled(member.freshness, changed) },
  );
  const indexed = members.map((member) => ({
    generation: member.generation,
    index: indexName(member.index),
  }));
  const [first] = members;
  if (!session.isFederation && first) {
    const { generation, freshness } = first;
    return {
      indexed,
      freshness: freshnessOf(generation, freshness),
      fields: { generation, ...freshness },
    };
  }
  return { indexed, freshness: freshnessOfAll(members), fields: fieldsOfAll(members, session.absent) };
}

/** The real reason first: a disk that is full, another process that writes and does not end. */
function notSettled(freshness: Freshness, changed: number): Freshness {
  const files = plural(changed, "quoted file");
  const reason = freshness.isFresh
    ? `${files} ${changed === 1 ? "keeps" : "keep"} changing`
    : `${freshness.reason}; ${files} changed since`;
  return { isFresh: false, reason };
}

/** `generation 4, fresh` or what is known to be missing. */
function freshnessOf(generation: number, freshness: Freshness): string {
  return `generation ${generation}, ${stateOf(freshness)}`;
}

function stateOf(freshness: Freshness): string {
  return freshness.isFresh ? "fresh" : `pending: ${freshness.reason}`;
}

/** So many are named with a generation each. */
const FEW_MEMBERS = 3;

/** `shop generation 4, cart generation 2, fresh`; each with its own state when one is not. */
function freshnessOfAll(members: readonly MemberState[]): string {
  if (members.length > FEW_MEMBERS) return freshnessOfMany(members);
  const named = members.map(({ name, generation }) => `${name} generation ${generation}`);
  if (members.every(({ freshness }) => freshness.isFresh)) return `${named.join(", ")}, fresh`;
  return members.map(({ freshness }, at) => `${named[at]}, ${stateOf(freshness)}`).join("; ");
}

/** `generation 1: cart, mail, shop; generation 4: api; fresh`; those that are not fresh come after that, each for itself. */
function freshnessOfMany(members: readonly MemberState[]): string {
  const fresh = members.filter(({ freshness }) => freshness.isFresh);
  const generations = [...new Set(fresh.map(({ generation }) => generation))].sort((a, b) => a - b);
  const groups = generations.map((one) => {
    const names = fresh.filter(({ generation }) => generation === one).map(({ name }) => name);
    return `generation ${one}: ${names.join(", ")}`;
  });
  const pending = members
    .filter(({ freshness }) => !freshness.isFresh)
    .map(({ name, generation, freshness }) => `${name} generation ${generation}, ${stateOf(freshness)}`);
  return [...groups, ...(fresh.length > 0 ? ["fresh"] : []), ...pending].join("; ");
}

function fieldsOfAll(members: readonly MemberState[], absent: readonly AbsentMember[]) {
  return {
    repositories: [
      ...members.map(({ name, root, generation, freshness, folders, origin, needs }) => ({
        repository: name,
        root,
        generation,
        ...freshness,
        ...(folders.length > 0 && { folders }),
        ...(needs.length > 0 && { needs }),
        ...(origin.kind === "depends-on" && { depth: origin.depth, relation: origin.via }),
      })),
      ...absent.map(({ repository, reason }) => ({ repository, isAbsent: true, reason })),
    ],
  };
}

export function rootLine({ info }: ViewQuestions): string {
  const at = info.revision ? ` at ${info.revision.slice(0, 12)}` : "";
  return `${displayPath(info.root)}${at}`;
}
