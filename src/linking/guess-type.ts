/**
 * What a local without a known type most likely is: the only type of the view that has every member the code uses on
 * it. A guess, so whatever is reached through it has tier `heuristic`.
 */
import type { LocalFact } from "../core/facts.ts";
import { MOST_NAMED } from "../languages/modules/contract.ts";
import { UNKNOWN } from "../languages/modules/meaning.ts";
import { COMMON_MEMBER_NAMES } from "./common-member-names.ts";
import { handleOfEntity, isType, type Meaning, type SymbolEntity } from "./entities.ts";
import type { LinkContext } from "./link-file.ts";

/** One member fits too many things by chance. */
const MIN_MEMBERS = 2;
const MIN_NAME = 3;

export class TypeGuesser {
  readonly #context: LinkContext;
  readonly #guesses = new Map<LocalFact, Meaning>();
  #members: Map<LocalFact, Set<string>> | undefined;

  constructor(context: LinkContext) {
    this.#context = context;
  }

  typeOf(local: LocalFact): Meaning {
    if (!this.#context.file.family.isOftenUntyped) return UNKNOWN;
    const known = this.#guesses.get(local);
    if (known) return known;
    // Members that lead back here, through an initialiser, are not known yet.
    this.#guesses.set(local, UNKNOWN);
    const type = this.#guess([...(this.#membersUsed().get(local) ?? [])]);
    const guess: Meaning = type ? { state: "found", entities: [type], isHeuristic: true } : UNKNOWN;
    this.#guesses.set(local, guess);
    return guess;
  }

  #guess(names: readonly string[]): SymbolEntity | null {
    if (names.length < MIN_MEMBERS) return null;
    const { q, file } = this.#context;
    let fewest: readonly SymbolEntity[] | null = null;
    for (const name of names) {
      if (name.length < MIN_NAME || COMMON_MEMBER_NAMES.has(name)) continue;
      const named = q.named(file.family.id, name);
      // Nothing in the view has this member: the type is from outside.
      if (named.length === 0) return null;
      if (!fewest || named.length < fewest.length) fewest = named;
    }
    if (!fewest || fewest.length === MOST_NAMED) return null;
    const fitting = this.#ownersOf(fewest).filter((type) =>
      names.every((name) => this.#memberOf(type, name) !== null),
    );
    const [first, ...others] = fitting;
    if (!first) return null;
    // Types that inherit all of it from one base are the base, as far as these members go.
    const isOne = others.every((type) =>
      names.every((name) => this.#memberOf(type, name) === this.#memberOf(first, name)),
    );
    return isOne ? first : null;
  }

  #ownersOf(members: readonly SymbolEntity[]): SymbolEntity[] {
    const owners = new Set<SymbolEntity>();
    for (const member of members) {
      const owner = this.#context.q.parentOf(member);
      if (owner && isType(owner) && member.symbol.scope !== "local") owners.add(owner);
    }
    return [...owners];
  }

  /** Handle of the member, null when the type has none of that name. */
  #memberOf(type: SymbolEntity, name: string): string | null {
    const meaning = this.#context.resolver.members.find([type], name);
    const first = meaning.state === "found" ? meaning.entities[0] : undefined;
    return first?.kind === "symbol" ? handleOfEntity(first) : null;
  }

  /** Names taken directly from each local of the file. */
  #membersUsed(): Map<LocalFact, Set<string>> {
    if (this.#members) return this.#members;
    this.#members = new Map();
    const { facts, locals } = this.#context;
    for (const { name, receiver, from, position } of facts.references) {
      const local = receiver === undefined ? null : locals.find(receiver, from, position);
      if (!local) continue;
      const names = this.#members.get(local);
      if (names) names.add(name);
      else this.#members.set(local, new Set([name]));
    }
    return this.#members;
  }
}
