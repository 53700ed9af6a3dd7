/** The capture names of src/languages/contract.ts, and what each one is for. */
import type { ReferenceKind, SymbolKind } from "../../core/facts.ts";

const SYMBOL_KINDS: readonly SymbolKind[] = [
  "namespace",
  "class",
  "interface",
  "struct",
  "trait",
  "enum",
  "enum-member",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "variable",
  "constant",
  "macro",
  "section",
];
const REFERENCE_KINDS: readonly ReferenceKind[] = [
  "call",
  "new",
  "type",
  "read",
  "jsx",
  "decorator",
  "macro",
];
const IMPORT_KINDS = ["import", "require", "dynamic", "include", "type"] as const;

/** A match is one of these, with parts. */
const MATCH_ROLES = ["definition", "reference", "parameter", "local", "object", "import", "export"] as const;
/** These say something on their own, in whatever match they occur. */
const LONE_ROLES = [
  "base",
  "package",
  "modifier",
  "annotation",
  "wrapper",
  "branch",
  "scope",
  "comment",
  "doc",
] as const;
/** Parts of a match. */
const PART_NAMES = [
  "name",
  "parameters",
  "returns",
  "value-type",
  "type",
  "body",
  "receiver-type",
  "receiver",
  "value",
  "element",
  "second",
  "third",
  "entered",
  "source",
  "imported",
  "alias",
  "namespace",
  "default",
  "wildcard",
] as const;

export type MatchRole = (typeof MATCH_ROLES)[number];
export type LoneRole = (typeof LONE_ROLES)[number];

export interface CaptureRole {
  name: string;
  match?: MatchRole;
  lone?: LoneRole;
  /** What follows the dot: the kind of a definition, reference, import or base. */
  kind: string;
  /** Only read by hooks of the language, or starting with `_`: used in a predicate alone. */
  isPart: boolean;
}

const KINDS: Partial<Record<string, readonly string[]>> = {
  definition: SYMBOL_KINDS,
  reference: REFERENCE_KINDS,
  import: IMPORT_KINDS,
  base: ["extends", "implements"],
};
const NEEDS_KIND = new Set(["definition", "reference", "base"]);

/** The role of a capture name, or null when the convention does not know it. */
export function captureRole(name: string): CaptureRole | null {
  if (name.startsWith("_")) return { name, kind: "", isPart: true };
  if (name === "section") return { name, match: "definition", kind: "section", isPart: false };
  const dot = name.indexOf(".");
  const head = dot < 0 ? name : name.slice(0, dot);
  const kind = dot < 0 ? "" : name.slice(dot + 1);
  if (kind === "" ? NEEDS_KIND.has(head) : !KINDS[head]?.includes(kind)) return null;
  const match = MATCH_ROLES.find((role) => role === head);
  if (match) return { name, match, kind, isPart: false };
  const lone = LONE_ROLES.find((role) => role === head);
  if (lone) return { name, lone, kind, isPart: false };
  return PART_NAMES.some((part) => part === name) ? { name, kind: "", isPart: true } : null;
}
