/** Links between symbols of a view. A handle is `path#Qualified.name`, with `~n` for overload n > 0, or `path` for a whole file. */
export type Handle = string & { readonly __brand: "Handle" };

export const EDGE_KINDS = [
  "imports",
  "calls",
  "references",
  "inherits",
  "implements",
  "overrides",
  "accepts",
  "extends",
  "tests",
] as const;
/** `contains` is not stored: it is the parent of a symbol, known from facts. */
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** How an edge is known, strongest first. */
export const TIERS = ["compiler", "resolved", "heuristic"] as const;
export type Tier = (typeof TIERS)[number];

export interface Edge {
  from: Handle;
  to: Handle;
  kind: EdgeKind;
  tier: Tier;
  /** Lines of the sites in the source file, ascending. */
  lines: number[];
}

/** A use that could not be tied to one definition, with what it might mean. Counted, never an edge. */
export interface UnresolvedUse {
  name: string;
  from: Handle;
  line: number;
  /** Definitions in this view that share the name, or as many as were looked at; 0 when it is external or dynamic. */
  candidates: number;
}

/** A provider of links of compiler grade, and its version: for SCIP the indexer's. */
export interface LinkMaker {
  provider: string;
  version: string;
}

/**
 * All links that start in one file of a view. Pure function of the file and what was looked up while linking;
 * stored by content, so views that agree share it.
 */
export interface FileLinks {
  /** Version of the linker that made them. */
  extractor: string;
  /** Whose edges of compiler grade stand in the place of the linker's; absent while there are none. */
  refinedBy?: LinkMaker;
  edges: Edge[];
  /**
   * The edges of the linker that `refinedBy` took the place of, where it can lose sight of a use again: one that it cannot
   * resolve is the linker's to tell. Absent otherwise.
   */
  ruled?: Edge[];
  unresolved: UnresolvedUse[];
  /**
   * Ordinals, ascending, of the references of the file's facts of which linking could not tell what they mean, or not
   * for sure, and for which it has no guess. A reference that is not among them, has no edge and is not unresolved means something else.
   */
  unknown: number[];
  /** Sorted 32-bit hashes of every question asked of the rest of the view; a changed answer means relink. */
  dependencies: number[];
  /** Sorted 32-bit keys of what the file shows to the rest of the view: by them it is found without being read. */
  shown: number[];
}

export function handleOf(path: string, symbol?: { qualifiedName: string; overload: number }): Handle {
  if (!symbol) return path as Handle;
  return `${path}#${symbol.qualifiedName}${symbol.overload > 0 ? `~${symbol.overload}` : ""}` as Handle;
}
