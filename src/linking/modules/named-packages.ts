/** Languages whose names are found by package or namespace, wherever the file lies: JVM, C#, PHP, Swift, Elixir, Haskell. */
import { type Entity, EXTERNAL, found, type Meaning, type SymbolEntity, UNKNOWN } from "../entities.ts";
import type { Family } from "../families.ts";
import type { FileScope } from "../file-scope.ts";
import type { Questions } from "../questions.ts";
import { dotted, packageOf } from "../questions-keys.ts";
import type { ModuleRules } from "./rules.ts";

/** What a full dotted name means; members of types are part of the index of full names. */
export function fullName(q: Questions, family: Family, name: string): Meaning {
  const hits = q.globals(family, name);
  if (hits.length > 0) return found(hits);
  // Kotlin and Scala keep what is static beside the class.
  const dot = name.lastIndexOf(".");
  if (family !== "jvm" || dot < 0) return UNKNOWN;
  return found(q.globals(family, `${name.slice(0, dot)}.Companion${name.slice(dot)}`));
}

function namespace(family: Family, name: string): Entity {
  return { kind: "namespace", family, name };
}

/** Every file of a project opens its namespace again; as a name they are one thing. */
function withoutRepeats(family: Family, name: string, hits: readonly SymbolEntity[]): readonly Entity[] {
  const isNamespace = family !== "elixir" && hits.every(({ symbol }) => symbol.kind === "namespace");
  return isNamespace ? [namespace(family, name)] : hits;
}

/** Enclosing namespaces of a place, innermost first: package and nested namespace declarations. */
export function enclosingNamespaces(q: Questions, file: FileScope, owner: SymbolEntity | null): string[] {
  const packageName = packageOf(file.family, file.path, file.packageName);
  let inner = packageName;
  for (let at = owner; at; at = q.parentOf(at)) {
    const isScope = at.symbol.kind === "namespace" || file.family === "ruby";
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

export interface NamedPackageOptions {
  /** Names of outer packages are visible too: C# and C++ namespaces, Ruby modules, not Java packages. */
  seesOuterNamespaces: boolean;
  /** Names without a package are visible from everywhere. */
  seesRoot: boolean;
}

export function namedPackageRules(family: Family, options: NamedPackageOptions): ModuleRules {
  const wildcards = (q: Questions, file: FileScope) => [
    ...q.wildcardImports(file),
    ...(family === "csharp" ? q.globalImports(family) : []),
  ];
  return {
    imported(q, _file, { source, imported }) {
      const base = dotted(source.source);
      const endsInName = base === imported || base.endsWith(`.${imported}`);
      const name = imported === "*" || endsInName ? base : `${base}.${imported}`;
      const meaning = fullName(q, family, name);
      if (meaning.state === "found") return meaning;
      // An alias of a namespace, or a package that is imported as such.
      return q.filesOfPackage(family, name).length > 0 ? found([namespace(family, name)]) : EXTERNAL;
    },
    ambient(q, file, name, owner) {
      const own = enclosingNamespaces(q, file, owner);
      for (const scope of options.seesOuterNamespaces ? own : own.slice(0, 1)) {
        const hits = q.globals(family, `${scope}.${name}`);
        if (hits.length > 0) return found(withoutRepeats(family, `${scope}.${name}`, hits));
      }
      for (const fact of wildcards(q, file)) {
        if (fact.kind === "include" || fact.kind === "require") continue;
        const meaning = fullName(q, family, `${dotted(fact.source)}.${name}`);
        if (meaning.state === "found") return meaning;
      }
      if (options.seesRoot || own.length === 0) {
        const hits = q.globals(family, name);
        if (hits.length > 0) return found(withoutRepeats(family, name, hits));
      }
      // The first part of a full name written out: `com.shop.Cart`, `App\Models\User`.
      return found([
        ...own.slice(0, 1).map((scope) => namespace(family, `${scope}.${name}`)),
        namespace(family, name),
      ]);
    },
    namespaceMember(q, scope, name) {
      const full = scope === "" ? name : `${scope}.${name}`;
      const hits = q.globals(family, full);
      return found(hits.length > 0 ? withoutRepeats(family, full, hits) : [namespace(family, full)]);
    },
    moduleMember: (q, module, name) => {
      const own = q.symbols(module, name);
      return own.length > 0 ? found(own) : EXTERNAL;
    },
    importedFiles: () => [],
    packageOfImport: (_q, _file, source) => dotted(source.source),
  };
}
