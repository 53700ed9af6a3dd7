/**
 * Every question that linking may ask about the rest of a view has a 32-bit key. A surface *contributes* to the
 * answers of some keys; the index is built from these contributions and so is the set of keys that a change may
 * have changed, which is why the two cannot disagree.
 */
import { basename } from "../core/rel-path.ts";
import { familyOf } from "../languages/families.ts";
import { DEFAULT_EXPORT, type SurfaceSymbol } from "../languages/modules/contract.ts";
import { dotted, packageOf, stemOf } from "../languages/modules/names.ts";
import { isDefaultExport, namesBoundBy } from "./file-scope.ts";
import { HASH_START, hashNumber, hashText } from "./hash32.ts";
import type { FileSurface } from "./surface.ts";
import { writtenBase } from "./type-names.ts";

export const QUESTION = {
  /** Does the file exist, in which language and package? */
  file: 1,
  /** Which symbols of a file have this qualified name? */
  symbol: 2,
  exports: 3,
  imports: 4,
  wildcardImports: 5,
  /** Which definitions have this full name, package included, in a family? */
  globalName: 6,
  /** Which definitions have this simple name in a family? */
  simpleName: 7,
  /** Which files have this path, their extension aside? */
  stem: 8,
  basename: 9,
  config: 10,
  /** Which package.json files declare this name? */
  packageName: 11,
  /** Everything that configuration files of one base name say. */
  configKind: 12,
  /** Which out-of-class definitions belong to a type of this simple name? */
  receiver: 13,
  starExports: 14,
  /** Which files belong to this package or namespace? */
  packageFiles: 15,
  /** Wildcard imports that count for every file of a project: C# `global using`. */
  globalImports: 16,
  /** Which modules export a name of their own, or re-export it by name? */
  exporters: 17,
  /** Which modules does a barrel pass on whole, directly and through others? Derived: see `keysOfBarrels`. */
  barrel: 18,
  /** What decides how the modules of a project in this folder are found? Asked for compilers: see `project-keys.ts`. */
  project: 19,
} as const;
export type QuestionKind = (typeof QUESTION)[keyof typeof QUESTION];

export function questionKey(kind: QuestionKind, subject: string, name = ""): number {
  return keyOfHashed(kind, hashText(subject), name);
}

/** The same with the subject's hash at hand: a file is asked many times. */
export function keyOfHashed(kind: QuestionKind, subjectHash: number, name: string): number {
  return hashText(name, hashNumber(0xfffe0000 | kind, subjectHash));
}

export function fullNameOf(packageName: string, qualifiedName: string): string {
  const name = dotted(qualifiedName);
  return packageName === "" ? name : `${packageName}.${name}`;
}

/** `Foo` of `*pkg.Foo[T]`, `&mut Foo<'a>`, `const ns::Foo &`. */
export function simpleTypeName(type: string): string {
  const bare = type.replace(/[<[({].*$/s, "");
  const words = bare.match(/[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*/g);
  return words?.at(-1) ?? "";
}

export interface Contribution {
  kind: QuestionKind;
  subject: string;
  name: string;
}

/**
 * Calls `visit` for each answer this surface is part of. `content` is the hash of its part of the answer, 0 unless
 * asked for: it costs more than all the rest, and only a comparison of two surfaces looks at it.
 */
export function eachContribution(
  surface: FileSurface,
  { withContent }: { withContent: boolean },
  visit: (
    kind: QuestionKind,
    subject: string,
    name: string,
    content: number,
    /** Ordinal of the symbol that is part of the answer, -1 when the file is. */
    symbol: number,
  ) => void,
): void {
  const { path } = surface;
  const languageFamily = familyOf(surface.language);
  const { id: family, hasGlobalNames, hasBarrels } = languageFamily;
  const pathHash = withContent ? hashText(path) : 0;
  const header = withContent ? hashText(surface.packageName ?? "", hashText(surface.language, pathHash)) : 0;
  eachPlace(path, (kind, subject) => visit(kind, subject, "", header, -1));
  const packageName = packageOf(languageFamily, path, surface.packageName);
  if (packageName !== "" && hasGlobalNames) {
    visit(QUESTION.packageFiles, family, packageName, header, -1);
  }
  for (let at = 0; at < surface.symbols.length; at++) {
    const symbol = surface.symbols[at]!;
    const content = withContent ? hashSymbol(symbol, surface, header) : 0;
    visit(QUESTION.symbol, path, symbol.qualifiedName, content, at);
    if (isDefaultExport(symbol)) visit(QUESTION.symbol, path, DEFAULT_EXPORT, content, at);
    visit(QUESTION.simpleName, family, symbol.name, content, at);
    if (hasBarrels && symbol.parent < 0) visit(QUESTION.exporters, family, symbol.name, content, -1);
    if (hasGlobalNames) {
      visit(QUESTION.globalName, family, fullNameOf(packageName, symbol.qualifiedName), content, at);
    }
    if (symbol.receiverType !== undefined) {
      visit(QUESTION.receiver, family, `${simpleTypeName(symbol.receiverType)}.${symbol.name}`, content, at);
    }
  }
  for (const fact of surface.imports) {
    const content = withContent ? hashText(fact.source, hashText(fact.kind, fact.isWildcard ? 1 : 2)) : 0;
    for (const { imported, local } of namesBoundBy(fact)) {
      visit(QUESTION.imports, path, local, withContent ? hashText(imported, content) : 0, -1);
    }
    if (fact.isWildcard || fact.bindings.length === 0) visit(QUESTION.wildcardImports, path, "", content, -1);
    if (isGlobalImport(fact)) visit(QUESTION.globalImports, family, "", content, -1);
  }
  for (const fact of surface.exports) {
    const content = withContent ? hashText(fact.source ?? "\0", hashText(fact.local, pathHash)) : 0;
    if (fact.exported === "*") {
      visit(QUESTION.starExports, path, "*", content, -1);
      visit(QUESTION.barrel, path, "", content, -1);
    } else {
      visit(QUESTION.exports, path, fact.exported, content, -1);
      visit(QUESTION.exporters, family, fact.exported, content, -1);
    }
  }
}

/** The part that the path alone decides. */
export function eachPlace(path: string, visit: (kind: QuestionKind, subject: string) => void): void {
  visit(QUESTION.file, path);
  visit(QUESTION.stem, stemOf(path));
  visit(QUESTION.basename, basename(path));
}

/** Answers that files anywhere in the view may be part of; the others are about one path or one file. */
const WIDE: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  QUESTION.globalName,
  QUESTION.simpleName,
  QUESTION.receiver,
  QUESTION.packageFiles,
  QUESTION.globalImports,
  QUESTION.exporters,
]);

/**
 * Keys by which the file is found without being read: those of the wide answers it is part of, and whether it passes
 * on other modules. Ascending.
 */
export function shownKeys(surface: FileSurface): number[] {
  const keys = new Set<number>();
  eachContribution(surface, { withContent: false }, (kind, subject, name) => {
    if (WIDE.has(kind) || kind === QUESTION.starExports) keys.add(questionKey(kind, subject, name));
  });
  return sortedKeys(keys);
}

/** Typed arrays sort numbers as numbers and several times faster. */
export function sortedKeys(keys: ReadonlySet<number>): number[] {
  const out = new Uint32Array(keys.size);
  let at = 0;
  for (const key of keys) out[at++] = key;
  return Array.from(out.sort());
}

/** C# `global using X;` is kept as an import whose bindings say so. */
export function isGlobalImport(fact: FileSurface["imports"][number]): boolean {
  return (
    fact.source.startsWith("global ") || fact.bindings.some((binding) => binding.local === "global using")
  );
}

function hashSymbol(symbol: SurfaceSymbol, surface: FileSurface, start: number): number {
  const parent = surface.symbols[symbol.parent];
  let hash = hashText(symbol.kind, hashText(symbol.qualifiedName, start));
  hash = hashNumber(symbol.overload, hashText(symbol.scope, hash));
  hash = hashNumber(parent ? parent.overload : -1, hash);
  if (parent?.typeArity !== undefined) hash = hashNumber(parent.typeArity, hashNumber(9, hash));
  for (const word of symbol.modifiers) hash = hashText(word, hashNumber(1, hash));
  for (const base of symbol.bases)
    hash = hashText(writtenBase(base), hashText(base.relation, hashNumber(2, hash)));
  if (symbol.returnType !== undefined) hash = hashText(symbol.returnType, hashNumber(3, hash));
  if (symbol.valueType !== undefined) hash = hashText(symbol.valueType, hashNumber(4, hash));
  if (symbol.receiverType !== undefined) hash = hashText(symbol.receiverType, hashNumber(5, hash));
  if (symbol.arity !== undefined) hash = hashNumber(symbol.arity, hashNumber(7, hash));
  if (symbol.required !== undefined) hash = hashNumber(symbol.required, hashNumber(10, hash));
  if (symbol.typeArity !== undefined) hash = hashNumber(symbol.typeArity, hashNumber(11, hash));
  if (symbol.typeBounds !== undefined) hash = hashText(symbol.typeBounds, hashNumber(12, hash));
  if (symbol.givenType !== undefined) hash = hashText(symbol.givenType, hashNumber(8, hash));
  if (symbol.value) {
    const { kind, name, receiver } = symbol.value;
    hash = hashText(receiver ?? "\0", hashText(name, hashText(kind, hashNumber(6, hash))));
  }
  return hash;
}

/** The part that one surface has in each answer, as one hash per key, order of the document included. */
function answersOf(surface: FileSurface | null): Map<number, number> {
  const answers = new Map<number, number>();
  if (!surface) return answers;
  eachContribution(surface, { withContent: true }, (kind, subject, name, content) => {
    const key = questionKey(kind, subject, name);
    answers.set(key, hashNumber(content, answers.get(key) ?? HASH_START));
  });
  return answers;
}

/**
 * Keys whose answer may differ once the surface `before` of a path has become `after`; null means that there is
 * no such file. Ascending. Empty when only bodies, comments or positions changed.
 */
export function keysOfChange(before: FileSurface | null, after: FileSurface | null): number[] {
  const old = answersOf(before);
  const now = answersOf(after);
  const changed: number[] = [];
  for (const [key, content] of old) if (now.get(key) !== content) changed.push(key);
  for (const key of now.keys()) if (!old.has(key)) changed.push(key);
  return changed.sort((a, b) => a - b);
}
