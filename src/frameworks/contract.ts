/**
 * A framework is one folder with one rule: a pure function from the facts of one file to what it means there. Rules are
 * run when a question needs them, so a new or changed rule reads nothing of the working tree and parses nothing.
 *
 * What crosses files is not the rule's business: it says which name a router or client has in its file, what is put on
 * it and where it is put, and `src/catalog/` composes the paths over imports.
 *
 * Add one: a folder with `rule.ts` that exports `defineFramework({...})`, and its line in `all.ts`.
 */
import type { Handle, Tier } from "../core/edges.ts";
import type { BlobFacts, LiteralFacts } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { Span } from "../core/span.ts";

/** What a rule is asked with first: cheap to read, and enough to say that a file has nothing for it. */
export interface FrameworkOutline extends Pick<BlobFacts, "symbols" | "imports" | "exports" | "packageName"> {
  path: RelPath;
  language: string;
}

export interface FrameworkFile extends FrameworkOutline, LiteralFacts {
  /** Only for rules that say that they read them. */
  uses?: Pick<BlobFacts, "references" | "locals">;
}

export interface Place {
  /** The symbol it stands in, or the file. */
  handle: Handle;
  span: Span;
}

export const UNIT_TYPES = [
  "route",
  "controller",
  "handler",
  "model",
  "service",
  "job",
  "mailer",
  "component",
  "middleware",
  "migration",
  "command",
  "schema",
  "test",
] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

/** As written, for people; lists keep the order of the code. */
export type Details = Readonly<Record<string, string | readonly string[]>>;

/** Something that a framework gives a meaning of its own. */
export interface Unit {
  type: UnitType;
  name: string;
  place: Place;
  /** Of a model: `table`, `columns`, `associations`; of a job: `queue`; and so on. */
  details?: Details;
}

export const CONTRACT_KINDS = [
  "package",
  "route",
  "rpc",
  "graphql",
  "event",
  "job",
  "table",
  "schema",
] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** What a specification says of an offer, and where. */
export interface SpecifiedOperation {
  /** `openapi`, `graphql`, `protobuf`, `asyncapi`. */
  format: string;
  path: RelPath;
  startLine: number;
  endLine: number;
  /** The name that the specification gives it. */
  id?: string;
  summary?: string;
  /** Names of fields and their types as written. */
  request?: Readonly<Record<string, string>>;
  /** By status; of what has none by the type that is returned. */
  responses?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a file offers to others, or needs of them. A need meets the offers of the same kind and key. */
export interface Contract {
  kind: ContractKind;
  /** Normalised so that both sides spell it alike: `GET /users/{}`. */
  key: string;
  place: Place;
  tier: Tier;
  /** The code that answers, when it is known and not the place itself. */
  implementation?: Handle;
  /** As written, for people: path, handler, framework. */
  details: Details;
  specification?: SpecifiedOperation;
  /** How the implementation of what is specified was found, or why none is known. */
  implementedBy?: string;
}

/** A name as the code of a file writes it: `users.router`, `routes::users()`; what it means is found through imports. */
export interface WrittenName {
  /** Empty: the module itself. */
  name: string;
  /** Where no import binds the name: `require("./users")` in place, `include("app.urls")`. As in an import. */
  module?: string;
}

/** Routers of the serving side, clients of the asking side: whatever paths hang on, in this file or another. */
export interface PathBase {
  /** Its name in this file, the function that makes or is given it, or empty for the file as a whole. */
  name: string;
  /** What paths on it begin with; holes are marked as by `pathOf`. */
  prefix: string;
  /** Nothing stands above it. */
  isRoot: boolean;
  /** It is a root as long as nothing puts it below another, as Django's lists of addresses. */
  isRootAlone?: boolean;
  /** Known by its name in every file, as a class whose annotations are inherited; an import need not bind it. */
  isWide?: boolean;
}

/** `app.use("/api", users)`: the paths of one base begin with those of another. */
export interface Mount {
  on: WrittenName;
  prefix: string;
  child: WrittenName;
  /** The child's own prefix does not count when it is put somewhere with another, as with Flask's blueprints. */
  replacesPrefix?: boolean;
}

/** A route that is served, or asked for, before the bases that it hangs on are known. */
export interface PathUse {
  side: "offers" | "needs";
  /** Upper case; `*` for any. */
  method: string;
  /** As written, holes marked by `pathOf`. */
  path: string;
  /** Null: the path is whole. */
  on: WrittenName | null;
  /** A constant of another file whose text the path begins with: `RouteKey.Assets`. */
  constant?: WrittenName;
  /** What `[name]` stands for in a prefix that is inherited: `[controller]`. */
  tokens?: Readonly<Record<string, string>>;
  /** It is kept, as a guess, when nothing is known of what it hangs on: `app.get("/a", show)` where `app` is a parameter. */
  isKeptAlone?: boolean;
  /** As written in this file: `show`, `users.index`. */
  handler?: string;
  place: Place;
  tier: Tier;
  details: Details;
}

/** Dependency injection: who asks for the one gets the other. */
export interface Binding {
  wanted: string;
  given: string;
  place: Place;
}

export interface Findings {
  units: readonly Unit[];
  /** Whole as they are: events, jobs, rpcs. Routes go through `uses`. */
  offers: readonly Contract[];
  needs: readonly Contract[];
  bases: readonly PathBase[];
  mounts: readonly Mount[];
  uses: readonly PathUse[];
  bindings: readonly Binding[];
  /** Put in front of every path that this rule finds in the package: `setGlobalPrefix("api")`. */
  globalPrefixes: readonly string[];
}

export interface FrameworkRule {
  /** The folder's name. */
  id: string;
  /** Shown to people. */
  label: string;
  /** Raised with every change of what it finds: findings are kept by content and version. */
  version: number;
  /** It looks at every use of a name, which costs more to read than calls with literals: apply it to few files. */
  readsUses?: boolean;
  /** Whether the file may have anything for this rule. */
  appliesTo(outline: FrameworkOutline): boolean;
  /** In document order. Must be total. What is left out is empty. */
  find(file: FrameworkFile): Partial<Findings>;
}

export function defineFramework(rule: FrameworkRule): FrameworkRule {
  return rule;
}

export const NO_FINDINGS: Findings = {
  units: [],
  offers: [],
  needs: [],
  bases: [],
  mounts: [],
  uses: [],
  bindings: [],
  globalPrefixes: [],
};
