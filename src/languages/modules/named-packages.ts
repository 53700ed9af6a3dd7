/** For languages whose names are found by package or namespace, wherever the file lies: JVM, C#, PHP, Swift, Elixir, Haskell. */
import { TYPE_KINDS } from "../../core/facts.ts";
import type { Entity, Meaning, ModuleQuestions, ModuleRules, ScopedFile, SymbolEntity } from "./contract.ts";
import { EXTERNAL, found, UNKNOWN, UNPROVEN_EXTERNAL } from "./meaning.ts";
import { dotted, packageOf } from "./names.ts";

function namespace(family: string, name: string): Entity {
  return { kind: "namespace", family, name };
}

/** Enclosing namespaces of a place, innermost first: package and nested namespace declarations. */
export function enclosingNamespaces(
  q: ModuleQuestions,
  file: ScopedFile,
  owner: SymbolEntity | null,
): string[] {
  const packageName = packageOf(file.family, file.path, file.packageName);
  let inner = packageName;
  for (let at = owner; at; at = q.parentOf(at)) {
    const isScope = at.symbol.kind === "namespace" || file.family.typesAreNamespaces;
    if (!isScope || at.symbol.kind === "method" || at.symbol.kind === "function") continue;
    const name = dotted(at.symbol.qualifiedName);
    inner = packageName === "" ? name : `${packageName}.${name}`;
    break;
  }
  const out: string[] = [];
  for (let name = inner; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("."))))
    out.push(name);
  return out;
}

/** Namespaces and types are written so where outer namespaces are seen; everything else asks less. */
const TYPE_NAME = /^\p{Lu}/u;

export interface NamedPackageOptions {
  /** Names of outer packages are visible too: C# and C++ namespaces, Ruby modules, not Java packages. */
  seesOuterNamespaces: boolean;
  /** Names without a package are visible from everywhere. */
  seesRoot: boolean;
  /** Some imports count for every file of the project: C# `global using`. */
  hasGlobalImports?: boolean;
  /** Namespaces that the project of a file opens for all its files. */
  projectImports?: (q: ModuleQuestions, file: ScopedFile) => readonly string[];
  /** What is static stands beside the class, in an object of this name: Kotlin and Scala. */
  companion?: string;
  /** A namespace is a definition of its own, such as a module of Elixir, not a name that files open again. */
  definesNamespaces?: boolean;
}

export function namedPackageRules(family: string, options: NamedPackageOptions): ModuleRules {
  const wildcards = (q: ModuleQuestions, file: ScopedFile) => [
    ...q.wildcardImports(file),
    ...(options.hasGlobalImports ? q.globalImports(family) : []),
  ];
  /** What a full dotted name means; members of types are part of the index of full names. */
  const fullName = (q: ModuleQuestions, name: string): Meaning => {
    const hits = q.globals(family, name);
    if (hits.length > 0) return found(hits);
    const dot = name.lastIndexOf(".");
    if (options.companion === undefined || dot < 0) return UNKNOWN;
    return found(q.globals(family, `${name.slice(0, dot)}.${options.companion}${name.slice(dot)}`));
  };
  /** Every file of a project opens its namespace again; as a name they are one thing. */
  const withoutRepeats = (name: string, hits: readonly SymbolEntity[]): readonly Entity[] => {
    const isNamespace = !options.definesNamespaces && hits.every(({ symbol }) => symbol.kind === "namespace");
    return isNamespace ? [namespace(family, name)] : hits;
  };
  const isNamespaceOfView = (q: ModuleQuestions, name: string): boolean =>
    q.filesOfPackage(family, name).length > 0 || q.globals(family, name).length > 0;
  /** `using Internal;` inside of a namespace opens the one of that name beside it or around it. */
  const openedBy = (q: ModuleQuestions, source: string, own: readonly string[]): string => {
    const [inner] = own;
    if (!options.seesOuterNamespaces || inner === undefined) return source;
    return q.remember(`opened\0${family}\0${source}\0${inner}`, () => {
      if (isNamespaceOfView(q, source)) return source;
      const scope = own.find((name) => isNamespaceOfView(q, `${name}.${source}`));
      return scope === undefined ? source : `${scope}.${source}`;
    });
  };
  const isTypeOfView = (q: ModuleQuestions, name: string): boolean =>
    q.named(family, name).some(({ symbol }) => TYPE_KINDS.has(symbol.kind)) &&
    q.filesOfPackage(family, name).length === 0;
  return {
    imported(q, _file, { source, imported }) {
      const base = dotted(source.source);
      const endsInName = base === imported || base.endsWith(`.${imported}`);
      const name = imported === "*" || endsInName ? base : `${base}.${imported}`;
      const meaning = fullName(q, name);
      if (meaning.state === "found") return meaning;
      // An alias of a namespace, or a package that is imported as such.
      return q.filesOfPackage(family, name).length > 0 ? found([namespace(family, name)]) : EXTERNAL;
    },
    ambient(q, file, name, owner) {
      const own = enclosingNamespaces(q, file, owner);
      for (const scope of options.seesOuterNamespaces ? own : own.slice(0, 1)) {
        const hits = q.globals(family, `${scope}.${name}`);
        if (hits.length > 0) return found(withoutRepeats(`${scope}.${name}`, hits));
      }
      for (const fact of wildcards(q, file)) {
        if (fact.kind === "include" || fact.kind === "require") continue;
        const meaning = fullName(q, `${openedBy(q, dotted(fact.source), own)}.${name}`);
        if (meaning.state === "found") return meaning;
      }
      for (const opened of options.projectImports?.(q, file) ?? []) {
        const meaning = fullName(q, `${opened}.${name}`);
        if (meaning.state === "found") return meaning;
      }
      if (options.seesRoot || own.length === 0) {
        const hits = q.globals(family, name);
        if (hits.length > 0) return found(withoutRepeats(name, hits));
      }
      // A type of the view that no rule leads to may be meant all the same: by a using that a build adds, for one.
      if (options.seesOuterNamespaces && TYPE_NAME.test(name) && isTypeOfView(q, name))
        return UNPROVEN_EXTERNAL;
      // The first part of a full name written out: `com.shop.Cart`, `App\Models\User`.
      return found([
        ...own.slice(0, 1).map((scope) => namespace(family, `${scope}.${name}`)),
        namespace(family, name),
      ]);
    },
    namespaceMember(q, scope, name) {
      const full = scope === "" ? name : `${scope}.${name}`;
      const hits = q.globals(family, full);
      return found(hits.length > 0 ? withoutRepeats(full, hits) : [namespace(family, full)]);
    },
    moduleMember: (q, module, name) => {
      const own = q.symbols(module, name);
      return own.length > 0 ? found(own) : EXTERNAL;
    },
    importedFiles: () => [],
    packageOfImport: (_q, _file, source) => dotted(source.source),
  };
}
