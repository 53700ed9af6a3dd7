/** The texts of constants that paths are made of: `@Controller(RouteKey.Assets)`, `path.Join(ADMIN, "/login")`. */
import { dirname, type RelPath } from "../core/rel-path.ts";
import type { Findings, WrittenName } from "../frameworks/contract.ts";
import { HOLE } from "../frameworks/route-key.ts";
import type { SymbolHit, ViewFile, ViewReader } from "../storage/contract.ts";
import { type ImportedNames, type NamedPlace, namesOf } from "./imported-names.ts";

type ConstantReader = Pick<ViewReader, "outlines" | "symbolsNamed">;
export type NamingFile = Pick<Findings, "bases" | "mounts" | "uses"> & { path: RelPath };

interface Wanted {
  path: RelPath;
  written: WrittenName;
  /** Where the text is kept, when it stands for another name. */
  key?: string;
}

export interface FilledPath {
  path: string;
  isSure: boolean;
}

export class PathConstants {
  readonly #texts = new Map<string, string>();

  static async read(
    reader: ConstantReader,
    asking: readonly NamingFile[],
    names: ImportedNames,
    files: readonly ViewFile[],
  ): Promise<PathConstants> {
    const constants = new PathConstants();
    const wanted = asking.flatMap((file) => wantedIn(file));
    const imported = wanted.flatMap(({ path, written }) => {
      const places = names.of(path, written);
      return places.length === 1 ? [{ key: keyOf(path, written), ...places[0]! }] : [];
    });
    await constants.#readImported(reader, imported, files);
    await constants.#readBeside(
      reader,
      wanted.filter(({ path, written }) => constants.textOf(path, written) === undefined),
    );
    return constants;
  }

  textOf(path: RelPath, constant: WrittenName): string | undefined {
    return this.#texts.get(keyOf(path, constant));
  }

  /** A hole in front that is known nowhere is where the program is put when it runs: nothing here tells of it. */
  filled(file: RelPath, path: string, holes: readonly WrittenName[] = []): FilledPath {
    const texts = holes.map((hole) => this.textOf(file, hole));
    const [start, ...rest] = path.split(HOLE);
    const filled = rest.reduce((before, part, at) => `${before}${texts[at] ?? HOLE}${part}`, start!);
    if (holes.length === 0) return { path: filled, isSure: true };
    const known = filled.replace(new RegExp(`^/?${HOLE}(?=/|$)`), "");
    return { path: known, isSure: known === filled };
  }

  async #readImported(
    reader: ConstantReader,
    wanted: readonly (NamedPlace & { key: string })[],
    files: readonly ViewFile[],
  ): Promise<void> {
    const holding = new Set<string>(wanted.map((one) => one.path));
    const read = files.filter(({ path }) => holding.has(path));
    const outlines = await reader.outlines(read.map(({ blob }) => blob));
    const byPath = new Map(read.map(({ path }, at) => [path as string, outlines[at]!]));
    for (const { key, path, name } of wanted) {
      const symbol = byPath.get(path)?.symbols.find(({ qualifiedName }) => qualifiedName === name);
      if (symbol?.literal !== undefined) this.#texts.set(key, symbol.literal);
    }
  }

  /** Constants of the same file, and of the same folder where a package is one; the last part of a name tells most. */
  async #readBeside(reader: ConstantReader, wanted: readonly Wanted[], isAlias = false): Promise<void> {
    const hits = await reader.symbolsNamed(wanted.map(({ written }) => namesOf(written.name).at(-1) ?? ""));
    const aliases: Wanted[] = [];
    for (const [at, one] of wanted.entries()) {
      const holding = nearest(hits[at]!, one);
      const texts = new Set(holding.flatMap(({ symbol }) => symbol.literal ?? []));
      if (texts.size === 1) this.#texts.set(one.key ?? keyOf(one.path, one.written), [...texts][0]!);
      // `Suffix = SuffixV4`
      const [{ path, symbol } = NOBODY] = holding;
      if (holding.length !== 1 || symbol?.value?.kind !== "name" || symbol.value.receiver !== undefined)
        continue;
      const key = keyOf(one.path, one.written);
      aliases.push({ path, written: { name: symbol.value.name }, key });
    }
    if (!isAlias && aliases.length > 0) await this.#readBeside(reader, aliases, true);
  }
}

const NOBODY = { path: "" as RelPath, symbol: undefined };

function nearest(hits: readonly SymbolHit[], { path, written }: Wanted): readonly SymbolHit[] {
  const [name, package_] = namesOf(written.name).reverse();
  const holding = hits.filter(
    ({ symbol }) => symbol.name === name && (symbol.literal ?? symbol.value) !== undefined,
  );
  const own = holding.filter((hit) => hit.path === path);
  if (own.length > 0) return own;
  return holding.filter((hit) =>
    package_ === undefined ? isSamePackage(hit.path, path) : isInPackage(hit.path, path, package_),
  );
}

function isSamePackage(path: string, asking: RelPath): boolean {
  return path.endsWith(".go") && asking.endsWith(".go") && dirname(path as RelPath) === dirname(asking);
}

/** `model.APIURLSuffix` where the import leads to a folder. */
function isInPackage(path: string, asking: RelPath, name: string): boolean {
  if (!path.endsWith(".go") || !asking.endsWith(".go")) return false;
  return (
    dirname(path as RelPath)
      .split("/")
      .at(-1) === name
  );
}

function wantedIn({ path, uses, mounts, bases }: NamingFile): Wanted[] {
  const written = [
    ...uses.flatMap(({ constant, holes = [] }) => (constant ? [constant, ...holes] : holes)),
    ...[...mounts, ...bases].flatMap(({ holes = [] }) => holes),
  ];
  return written.map((one) => ({ path, written: one }));
}

function keyOf(path: RelPath, { name }: WrittenName): string {
  return `${path}\n${name}`;
}
