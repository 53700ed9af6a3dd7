/**
 * Languages that can see each other's names are one family: a TypeScript file imports a Vue component. A family is
 * defined in the folder of one of its languages; the others refer to it. What linking knows about a language is here.
 */
import type { LinkConfig, ModuleRules } from "./modules/contract.ts";
import { NO_RULES } from "./modules/meaning.ts";
import type { StructuralRules } from "./structural.ts";

interface FamilyTraits {
  /** A bare name inside a class may mean a member of it or of its bases. */
  hasImplicitThis: boolean;
  /** A bare name inside a type may mean a type that is declared in it. */
  seesNestedTypes: boolean;
  /** `f(int)` and `f(String)` are two functions; elsewhere several signatures of a name are one thing. */
  hasDistinctOverloads: boolean;
  /** The method that runs when an object is called, "" where none does. */
  callOperator: string;
  /** Files of one package may define the same name for different builds (Go). */
  hasBuildVariants: boolean;
  /** Names of the receiver that mean the enclosing type. */
  selfNames: readonly string[];
  /** Names of the receiver that mean the bases of the enclosing type. */
  superNames: readonly string[];
  /** Outside of a type a self name means the module (Rust). */
  selfMayBeModule: boolean;
  /** Top-level names carry their package or namespace and are found by it from any file. */
  hasGlobalNames: boolean;
  /** A package is its folder, whatever the files call it: two folders may both say `package util` (Go). */
  packageIsFolder: boolean;
  /** All declarations of one full name are parts of one type, in whichever files they stand. */
  hasOpenTypes: boolean;
  /** `Policy` and `Policy<T>` are two types. */
  tellsTypesByArity: boolean;
  /** By these names a type calls its own constructor: `this(1)`, `cls()`. */
  selfMakers: ReadonlySet<string>;
  /** A macro is called and derived by names that functions and types do not share (Rust). */
  macrosHaveOwnNames: boolean;
  /** An attribute whose class has `__get__` gives what that returns (Python). */
  hasDescriptors: boolean;
  /** A function may return several values, written in parentheses (Go). */
  hasMultipleResults: boolean;
  /** Whether a variable of this type hides a method of its name: not in Java, where `count = count(items)` calls. */
  variableHidesMethod: (language: string, type: string | undefined) => boolean;
  /** A type declares its members; what they do stands elsewhere under the same full name (C++). */
  definesMembersElsewhere: boolean;
  /** Types may get members outside of their body, in any file: extension methods, impl blocks. */
  hasOutsideMembers: boolean;
  /** A receiver type means "added to a type that is declared elsewhere". */
  receiverExtends: boolean;
  /** Types are namespaces for what is declared in them, and namespaces can be bases (Ruby's modules). */
  typesAreNamespaces: boolean;
  /** `Cart.new` makes a Cart unless the class says otherwise (Ruby). */
  newMakesInstance: boolean;
  /** Modules may pass on others whole: `export *`. */
  hasBarrels: boolean;
  /** Parameters often have no written type, so that what is used of them is worth a guess. */
  isOftenUntyped: boolean;
  /** Wrappers that a value is used through as if they were not there: `Promise<Cart>`. */
  transparentTypes: ReadonlySet<string>;
  /** Other such wrappers are known by how their names end: `SharedPtr<Cart>` (C++). */
  transparentEnding: RegExp | null;
  /** Functions from outside that give an instance of the type they are given: Angular's `inject(Cart)`. */
  injectors: ReadonlySet<string>;
  /** Types are written in quotes where they are not defined yet (Python). */
  quotesTypes: boolean;
  /** `List[int]` is a generic type, not an array. */
  hasBracketGenerics: boolean;
  /** `A | B` is a type. */
  hasUnionTypes: boolean;
  /** `App["scene"]` is a type. */
  hasIndexedTypes: boolean;
  /** `typeof app` is a type. */
  hasTypeQueries: boolean;
}

export interface LanguageFamily extends FamilyTraits {
  /** Part of the keys of links: stable. */
  id: string;
  modules: ModuleRules;
  /** Null where a type implements nothing that it does not name. */
  structural: StructuralRules | null;
  /** Configuration files that decide what imports mean. */
  configs: readonly LinkConfig[];
}

const PLAIN: Omit<LanguageFamily, "id"> = {
  hasImplicitThis: false,
  seesNestedTypes: true,
  hasDistinctOverloads: false,
  callOperator: "",
  hasBuildVariants: false,
  selfNames: ["self", "this"],
  superNames: ["super"],
  selfMayBeModule: false,
  hasGlobalNames: false,
  packageIsFolder: false,
  hasOpenTypes: false,
  tellsTypesByArity: false,
  selfMakers: new Set(),
  macrosHaveOwnNames: false,
  hasDescriptors: false,
  hasMultipleResults: false,
  variableHidesMethod: () => true,
  definesMembersElsewhere: false,
  hasOutsideMembers: false,
  receiverExtends: false,
  typesAreNamespaces: false,
  newMakesInstance: false,
  hasBarrels: false,
  isOftenUntyped: false,
  transparentTypes: new Set(),
  transparentEnding: null,
  injectors: new Set(),
  quotesTypes: false,
  hasBracketGenerics: false,
  hasUnionTypes: false,
  hasIndexedTypes: false,
  hasTypeQueries: false,
  modules: NO_RULES,
  structural: null,
  configs: [],
};

export function defineFamily(family: Pick<LanguageFamily, "id"> & Partial<LanguageFamily>): LanguageFamily {
  return { ...PLAIN, ...family };
}

/** Languages that linking knows nothing of share this one; what one of them names is nothing to the others. */
export const NO_FAMILY = defineFamily({ id: "data", selfNames: [], superNames: [] });
