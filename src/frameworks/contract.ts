/**
 * A framework is one folder with one rule: a pure function from the facts of one file to what it means there. Rules are
 * run when a question needs them, so a new or changed rule reads nothing of the working tree and parses nothing.
 *
 * Add one: a folder with `rule.ts` that exports `defineFramework({...})`, and its line in `all.ts`.
 */
import type { Handle, Tier } from "../core/edges.ts";
import type { BlobFacts, LiteralFacts } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { Span } from "../core/span.ts";

/** What a rule is asked with first: cheap to read, and enough to say that a file has nothing for it. */
export interface FrameworkOutline extends Pick<BlobFacts, "symbols" | "imports" | "packageName"> {
  path: RelPath;
  language: string;
}

export interface FrameworkFile extends FrameworkOutline, LiteralFacts {}

export interface Place {
  /** The symbol it stands in, or the file. */
  handle: Handle;
  span: Span;
}

export const UNIT_TYPES = ["route", "controller", "model", "job", "component", "service"] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

/** Something that a framework gives a meaning of its own. */
export interface Unit {
  type: UnitType;
  name: string;
  place: Place;
}

export const CONTRACT_KINDS = ["package", "route", "rpc", "graphql", "event", "schema"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** What a file offers to others, or needs of them. A need meets the offers of the same kind and key. */
export interface Contract {
  kind: ContractKind;
  /** Normalised so that both sides spell it alike: `GET /users/{}`. */
  key: string;
  place: Place;
  tier: Tier;
  /** As written, for people: path, handler, framework. */
  details: Readonly<Record<string, string>>;
}

export interface Findings {
  units: readonly Unit[];
  offers: readonly Contract[];
  needs: readonly Contract[];
}

export interface FrameworkRule {
  /** The folder's name. */
  id: string;
  /** Shown to people. */
  label: string;
  /** Raised with every change of what it finds: findings are kept by content and version. */
  version: number;
  /** Whether the file may have anything for this rule. */
  appliesTo(outline: FrameworkOutline): boolean;
  /** In document order. Must be total. */
  find(file: FrameworkFile): Findings;
}

export function defineFramework(rule: FrameworkRule): FrameworkRule {
  return rule;
}

export const NO_FINDINGS: Findings = { units: [], offers: [], needs: [] };
