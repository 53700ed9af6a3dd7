/** Members of something whose type is not known: an edge by name only when a single definition can be meant. */
import type { ReferenceFact } from "../core/facts.ts";
import { NO_FAMILY } from "../languages/family.ts";
import { MOST_NAMED } from "../languages/modules/contract.ts";
import { COMMON_MEMBER_NAMES } from "./common-member-names.ts";
import type { SymbolEntity } from "./entities.ts";
import type { LinkContext } from "./link-file.ts";

/** Shorter names are too common to say anything. */
const MIN_NAME = 3;
/** A getter, its setter and a few overloads are one thing; more than that are several. */
const MOST_READ = 6;

export type Guess =
  | { state: "single"; target: SymbolEntity }
  /** So many definitions may be meant, or more. */
  | { state: "several"; candidates: number }
  | { state: "none" };

const NONE: Guess = { state: "none" };

export function guessMember(context: LinkContext, { kind, name, receiver }: ReferenceFact): Guess {
  if (context.file.family === NO_FAMILY) return NONE;
  if (receiver === undefined || name.length < MIN_NAME || COMMON_MEMBER_NAMES.has(name)) return NONE;
  if (kind === "call") return guessCalled(context, name);
  return kind === "read" ? guessRead(context, name) : NONE;
}

function guessCalled(context: LinkContext, name: string): Guess {
  const named = context.q.named(context.file.family.id, name);
  const candidates = named.filter((entity) => isCallableMember(entity) && entity.symbol.scope !== "local");
  const [first] = candidates;
  if (!first) return NONE;
  return named.length < MOST_NAMED && candidates.every((entity) => isSameSymbol(entity, first))
    ? { state: "single", target: first }
    : { state: "several", candidates: candidates.length };
}

/**
 * A read names far more things than a call: fields of literals and of types from outside the view. So nothing else
 * in the view may have the name, and only what has a body, a getter or a method, is worth the guess.
 */
function guessRead(context: LinkContext, name: string): Guess {
  const candidates = context.q.named(context.file.family.id, name, MOST_READ);
  const [first] = candidates;
  if (!first || !isCallableMember(first) || candidates.length === MOST_READ) return NONE;
  return candidates.every((entity) => isSameSymbol(entity, first))
    ? { state: "single", target: first }
    : NONE;
}

/** Overloads of one name in one place are one symbol. */
export function isSameSymbol(a: SymbolEntity, b: SymbolEntity): boolean {
  return a.file.path === b.file.path && a.symbol.qualifiedName === b.symbol.qualifiedName;
}

function isCallableMember(entity: SymbolEntity): boolean {
  const { kind, parent, receiverType } = entity.symbol;
  return kind === "method" || (kind === "function" && (parent >= 0 || receiverType !== undefined));
}
