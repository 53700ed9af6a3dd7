/** Classes of a view by the names that conventions give them. */
import type { SymbolFact, SymbolKind } from "../core/facts.ts";
import { isTestPath, isTestSupportPath } from "../languages/test-paths.ts";
import type { SymbolHit, ViewReader } from "../storage/contract.ts";

export type ClassReader = Pick<ViewReader, "symbolsNamed" | "outlines">;

export interface NamedClass {
  path: SymbolHit["path"];
  symbol: SymbolFact;
  /** Of its file. */
  symbols: readonly SymbolFact[];
}

const CLASSES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["class", "struct", "namespace"]);
const NAMES_AT_ONCE = 500;

export class ClassesNamed {
  readonly #byName: ReadonlyMap<string, readonly NamedClass[]>;

  constructor(byName: ReadonlyMap<string, readonly NamedClass[]>) {
    this.#byName = byName;
  }

  static async read(reader: ClassReader, names: readonly string[]): Promise<ClassesNamed> {
    const asked = [...new Set(names.flatMap((name) => [partsOf(name).at(-1)!, partsOf(name).join(".")]))];
    const found = new Map<string, readonly NamedClass[]>();
    for (let from = 0; from < asked.length; from += NAMES_AT_ONCE) {
      const some = asked.slice(from, from + NAMES_AT_ONCE);
      const hits = (await reader.symbolsNamed(some)).map((list) => list.filter(isUsable));
      const blobs = [...new Set(hits.flat().map(({ blob }) => blob))];
      const outlines = await reader.outlines(blobs);
      const symbols = new Map(blobs.map((blob, at) => [blob as number, outlines[at]!.symbols]));
      for (const [at, name] of some.entries())
        found.set(
          name,
          hits[at]!.map(({ path, blob, symbol }) => ({ path, symbol, symbols: symbols.get(blob) ?? [] })),
        );
    }
    return new ClassesNamed(found);
  }

  /**
   * The only one that is called so, with what stands before the name, as a file of one language means it; null when there
   * is none or several. A front end may have classes of the same names.
   */
  of(name: string, from: string): NamedClass | null {
    const parts = partsOf(name);
    const all = [
      ...new Set([...(this.#byName.get(parts.at(-1)!) ?? []), ...(this.#byName.get(parts.join(".")) ?? [])]),
    ].filter(({ path }) => extensionOf(path) === extensionOf(from));
    const whole = all.filter(({ symbol }) => isSame(partsOf(symbol.qualifiedName), parts));
    const ending = all.filter(({ symbol }) => endsAs(partsOf(symbol.qualifiedName), parts));
    const shorter = all.filter(({ symbol }) => endsAs(parts, partsOf(symbol.qualifiedName)));
    for (const list of [whole, ending, shorter])
      if (list.length > 0) return list.length === 1 ? list[0]! : null;
    return null;
  }
}

/** Java and Kotlin share their classes, and so do the two of Node. */
function extensionOf(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  if (extension === "kt" || extension === "kts") return "java";
  return /^[cm]?[jt]sx?$/.test(extension) ? "ts" : extension;
}

function isUsable({ path, symbol }: SymbolHit): boolean {
  return CLASSES.has(symbol.kind) && !isTestPath(path) && !isTestSupportPath(path);
}

/** `Api::UsersController`, `App\Models\User`, `Shop.Cart` */
function partsOf(name: string): string[] {
  return name.split(/::|\\|\./).filter((part) => part !== "");
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && endsAs(a, b);
}

function endsAs(whole: readonly string[], end: readonly string[]): boolean {
  return (
    whole.length >= end.length && end.every((part, at) => whole[whole.length - end.length + at] === part)
  );
}
