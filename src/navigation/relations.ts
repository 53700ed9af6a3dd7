/** What can be followed from a symbol, and by which edges. */
import type { EdgeKind } from "../core/edges.ts";

export const RELATIONS = {
  callers: { direction: "into", kinds: ["calls"] },
  callees: { direction: "from", kinds: ["calls"] },
  implementations: { direction: "into", kinds: ["implements", "inherits", "overrides"] },
  references: {
    direction: "into",
    kinds: ["calls", "references", "inherits", "implements", "overrides", "accepts", "extends", "tests"],
  },
  dependencies: {
    direction: "from",
    kinds: ["imports", "calls", "references", "inherits", "implements", "accepts", "extends"],
  },
  dependents: {
    direction: "into",
    kinds: ["imports", "calls", "references", "inherits", "implements", "accepts", "extends", "tests"],
  },
} as const satisfies Record<string, { direction: "into" | "from"; kinds: readonly EdgeKind[] }>;

export type Relation = keyof typeof RELATIONS;
export const RELATION_NAMES = Object.keys(RELATIONS) as [Relation, ...Relation[]];

/** Uses of a declaration that are uses of what implements it, too: all but those that name the declaration itself. */
export const DISPATCHED_USES = {
  callers: ["calls"],
  references: ["calls", "references", "tests"],
  dependents: ["calls", "references", "tests"],
} as const satisfies Partial<Record<Relation, readonly EdgeKind[]>>;
