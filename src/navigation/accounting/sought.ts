/** What there is to know of a symbol before its name is looked for. */
import type { Handle } from "../../core/edges.ts";
import { type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { familyOf } from "../../languages/families.ts";
import type { BlobOutline, ViewFile, ViewReader } from "../../storage/contract.ts";
import { Dispatch } from "../dispatch.ts";
import { componentNameOf } from "../find-component.ts";
import { findFile, type SymbolGroup } from "../find-symbol.ts";
import type { Sought } from "./contract.ts";

/** Names that say nothing of what they name: to look for them would find every other thing called so. */
const UNSPEAKING: ReadonlySet<string> = new Set(["default", "", "_"]);
/** Null when the symbol has no name that could be looked for. `handles`: those that a question about it stands for. */
export async function soughtOf(
  reader: ViewReader,
  group: SymbolGroup,
  handles: readonly Handle[],
): Promise<Sought | null> {
  const file = await findFile(reader, group.path);
  if (!file) return null;
  if (group.isFile) return componentOf(file, handles);
  const [outline] = await reader.outlines([file.blob]);
  const { symbol: first } = group.hits[0]!;
  const symbol = first.kind === "constructor" ? (outline!.symbols[first.parent] ?? first) : first;
  if (UNSPEAKING.has(symbol.name)) return null;
  const family = familyOf(file.language);
  const parent = outline!.symbols[symbol.parent];
  const isMember = isMemberOf(symbol, parent);
  return {
    name: symbol.name,
    path: group.path,
    handles: new Set(handles),
    ...(await kinOf(reader, handles)),
    family,
    isMember,
    isFunction: symbol.kind === "function" || symbol.kind === "method",
    owner: parent?.name ?? symbol.receiverType ?? null,
    isOfItsFileAlone: isHidden(symbol, isMember, family.id, outline!),
    isForLinker: family.id === "c" && symbol.kind === "function" && symbol.scope === "exported" && !isMember,
    isGlobal: family.id === "js" && !isModule(outline!),
  };
}

/** Of a file only a component has a name that others use. */
function componentOf(file: ViewFile, handles: readonly Handle[]): Sought | null {
  const name = componentNameOf(file);
  if (name === null || UNSPEAKING.has(name)) return null;
  return {
    name,
    path: file.path,
    handles: new Set(handles),
    bases: new Set(),
    overrides: new Set(),
    family: familyOf(file.language),
    isMember: false,
    isFunction: false,
    owner: null,
    isOfItsFileAlone: false,
    isForLinker: false,
    isGlobal: false,
  };
}

function isMemberOf(symbol: SymbolFact, parent: SymbolFact | undefined): boolean {
  if (symbol.receiverType !== undefined) return true;
  // Members of an object literal are taken from it as those of a type are.
  return (
    parent !== undefined &&
    (TYPE_KINDS.has(parent.kind) || symbol.kind === "method" || symbol.kind === "property")
  );
}

function isModule({ imports, exports, symbols }: BlobOutline): boolean {
  return imports.length + exports.length > 0 || symbols.some(({ modifiers }) => modifiers.includes("export"));
}

/** Only what a language keeps to a file without exception: what is called private by habit can be reached. */
function isHidden(symbol: SymbolFact, isMember: boolean, family: string, outline: BlobOutline): boolean {
  if (symbol.name.startsWith("#")) return true;
  if (isMember) return false;
  if (symbol.scope === "local") return true;
  const isExported = outline.exports.some(({ local }) => local === symbol.name);
  return family === "js" && symbol.scope === "internal" && isModule(outline) && !isExported;
}

/** What stands above and below it in a hierarchy; something that stands on both sides is above. */
async function kinOf(
  reader: ViewReader,
  handles: readonly Handle[],
): Promise<Pick<Sought, "bases" | "overrides">> {
  const dispatch = new Dispatch(reader);
  const bases = new Set<Handle>();
  const overrides = new Set<Handle>();
  for (const handle of handles) {
    for (const { symbol } of await dispatch.declarationsOf(handle)) bases.add(symbol.handle);
    for (const { symbol } of await dispatch.overridesOf(handle)) overrides.add(symbol.handle);
  }
  for (const handle of handles) bases.delete(handle);
  for (const handle of [...handles, ...bases]) overrides.delete(handle);
  return { bases, overrides };
}
