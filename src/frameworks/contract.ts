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
import type { UnitType } from "../core/unit-types.ts";

export type { UnitType } from "../core/unit-types.ts";

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

/** As written, for people; lists keep the order of the code. */
export type Details = Readonly<Record<string, string | readonly string[]>>;

/** Something that a framework gives a meaning of its own. */
export interface Unit {
  type: UnitType;
  name: string;
  place: Place;
  /** Of a model: `table`, `columns`, `associations`; of a job: `queue`; and so on. */
  details?: Details;
  /** The class of another file that it speaks of, `DbSet<User>`: its place and properties are looked up. */
  speaksOf?: string;
}

/** A class or a member of one that a convention names, whatever file it lies in: `Api::UsersController`, `show`. */
export interface NamedSymbol {
  type: string;
  member?: string;
}

export const CONTRACT_KINDS = ["package", "route", "rpc", "graphql", "event", "job", "injection"] as const;
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
  /** The code that answers as the framework finds it: by a name that no import binds. */
  answeredBy?: NamedSymbol;
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
  /** Where it is called or handed on: what the linker tied to that line is meant, when it is a base. */
  line?: number;
  /** Where it may stand on several lines. */
  lastLine?: number;
  /** Not the function itself: the router that it is given at this position. */
  parameter?: number;
}

/** Routers of the serving side, clients of the asking side: whatever paths hang on, in this file or another. */
export interface PathBase {
  /** Its name in this file, the function that makes or is given it, or empty for the file as a whole. */
  name: string;
  /** What paths on it begin with; holes are marked as by `pathOf`. */
  prefix: string;
  /** What stands in the holes of the prefix, in order: constants of this file or another. */
  holes?: readonly WrittenName[];
  /** Nothing stands above it. */
  isRoot: boolean;
  /** It is a root as long as nothing puts it below another, as Django's lists of addresses. */
  isRootAlone?: boolean;
  /** Known by its name in every file, as a class whose annotations are inherited; an import need not bind it. */
  isWide?: boolean;
  /** One base of which several files speak by this name: a field of a struct, `s.router`. */
  isShared?: boolean;
}

/** `app.use("/api", users)`: the paths of one base begin with those of another. */
export interface Mount {
  on: WrittenName;
  prefix: string;
  /** As in `PathBase`. */
  holes?: readonly WrittenName[];
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
  /** As in `PathBase`. */
  holes?: readonly WrittenName[];
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
  /** As in `Contract`. */
  answeredBy?: NamedSymbol;
  place: Place;
  tier: Tier;
  details: Details;
}

export interface Findings {
  units: readonly Unit[];
  /** Whole as they are: events, jobs, rpcs, what is injected. Routes go through `uses`. */
  offers: readonly Contract[];
  needs: readonly Contract[];
  bases: readonly PathBase[];
  mounts: readonly Mount[];
  uses: readonly PathUse[];
  /** Put in front of every path that this rule finds in the package: `setGlobalPrefix("api")`. */
  globalPrefixes: readonly string[];
}

/** Which files may have anything for a rule, told by the index before any facts are read. */
export interface FileSigns {
  /** Absent: every one. */
  languages?: readonly string[];
  /**
   * Files without any of these are passed over; several words in one text are asked for together. A word is found where
   * it is a part of a name, too: `controller` in `UsersController`. Absent: words do not matter.
   */
  words?: readonly string[];
  /** Files that lie at such a path are looked at whatever their words. */
  places?: RegExp;
}

export interface FrameworkRule {
  /** The folder's name. */
  id: string;
  /** Shown to people. */
  label: string;
  looksAt: FileSigns;
  /** Whether a file with these signs has anything for this rule; absent: `find` tells. */
  appliesTo?(outline: FrameworkOutline): boolean;
  /**
   * What `find` reads; absent: calls and annotations, too. Every use of a name costs the most: apply such a rule to few
   * files. A rule that reads symbols alone is given no calls and annotations.
   */
  reads?: "symbols" | "uses";
  /** In document order. Must be total. What is left out is empty. */
  find(file: FrameworkFile): Partial<Findings>;
  /**
   * What classes ask a container for, where any class may be made by one. It is asked of the files that name what some
   * rule says is given, reads symbols alone, and what nobody gives is dropped.
   */
  asks?(file: FrameworkFile): readonly Contract[];
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
  globalPrefixes: [],
};
