import { found, UNKNOWN } from "../languages/modules/meaning.ts";
import type { Entity, Meaning } from "./entities.ts";
import type { Place, Resolver } from "./resolver.ts";
import { typePathOf, unionPartsOf } from "./type-names.ts";

const MAX_UNION = 6;

/** `A | B` has the members that both have; either declaration stands for them. */
export function unionNamed(resolver: Resolver, place: Place, text: string): Meaning {
  const parts = unionPartsOf(text);
  if (parts.length < 2 || parts.length > MAX_UNION) return UNKNOWN;
  const entities: Entity[] = [];
  let leavesView = false;
  for (const part of parts) {
    const path = typePathOf(part, place.file.family);
    const meaning = path ? resolver.path(place, path) : UNKNOWN;
    // A part that is not known may have the member just as well.
    if (meaning.state === "unknown") return UNKNOWN;
    if (meaning.state === "found") entities.push(...meaning.entities);
    else leavesView = true;
  }
  if (entities.length === 0) return UNKNOWN;
  return leavesView ? { state: "found", entities, isHeuristic: true } : found(entities);
}
