/** Fields of GraphQL's root types and the code that resolves them, by the conventions of the servers that there are. */
import type { SpecifiedContract } from "../specified-contracts.ts";
import type { Candidate } from "./candidates.ts";
import { folded, spellings } from "./spellings.ts";

/** `get_user`, `resolve_user` of Graphene, `GetUser` for `user` of Hot Chocolate. */
export function namesOfField(operation: SpecifiedContract): string[] {
  const field = fieldOf(operation);
  const [, , pascal] = spellings(field);
  return [
    ...spellings(field),
    ...spellings(`resolve_${field}`),
    ...(pascal ? [`Get${pascal}`, `Get${pascal}Async`] : []),
  ];
}

function fieldOf({ key }: SpecifiedContract): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** The one in a type or object that is called like the root: `Query`, `queryResolver`, `QueryType`, `resolvers.Query`. */
export function resolverOf(operation: SpecifiedContract, candidates: readonly Candidate[]): Candidate | null {
  const root = operation.key.slice(0, operation.key.indexOf(" "));
  // Types that were written from the schema have its names, too.
  const usable = candidates.filter(({ ownerKind }) => ownerKind !== "interface" && ownerKind !== "type");
  const inRoot = usable.filter(({ owner }) => owner.split(".").some((part) => isRoot(part, root)));
  if (inRoot.length > 0) return single(inRoot, fieldOf(operation));
  // A resolver class is called after its subject: `UserResolver.getUser`.
  return single(
    usable.filter(({ owner, symbol }) => /Resolvers?$/.test(owner) && symbol.kind === "method"),
    fieldOf(operation),
  );
}

function isRoot(part: string, root: string): boolean {
  const name = folded(part).replace(/(?:types?|resolvers?|root|object|fields?)+$/, "");
  const plural = root === "query" ? "queries" : `${root}s`;
  return (
    name === root ||
    name === plural ||
    name === `root${root}` ||
    (part !== name && new RegExp(`(?:${root}|${plural})$`).test(name))
  );
}

/** Of several the one that is spelled like the field itself. */
function single(candidates: readonly Candidate[], field: string): Candidate | null {
  const exact = candidates.filter(({ symbol }) => symbol.name === field);
  const chosen = exact.length > 0 ? exact : candidates;
  return chosen.length === 1 ? chosen[0]! : null;
}
