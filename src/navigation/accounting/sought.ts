/** What there is to know of a symbol before its name is looked for. */
import { type Handle, handleOf } from "../../core/edges.ts";
import { type SymbolFact, TYPE_KINDS } from "../../core/facts.ts";
import { familyOf } from "../../languages/families.ts";
import type { BlobOutline, ViewReader } from "../../storage/contract.ts";
import { Dispatch } from "../dispatch.ts";
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
  if (group.isFile) return null;
  const file = await findFile(reader, group.path);
  if (!file) return null;
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
    handles: new Set([...handles, ...(await announcements(reader, symbol, group))]),
    bases: await basesOf(reader, handles),
    family,
    isMember,
    owner: parent?.name ?? symbol.receiverType ?? null,
    isOfItsFileAlone: isHidden(symbol, isMember, family.id, outline!),
    isForLinker: family.id === "c" && symbol.kind === "function" && symbol.scope === "exported" && !isMember,
    isGlobal: family.id === "js" && !isModule(outline!),
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

/** Prototypes of a definition, and definitions of a prototype: one symbol to whoever asks. */
async function announcements(reader: ViewReader, symbol: SymbolFact, group: SymbolGroup): Promise<Handle[]> {
  const isPrototype = (fact: SymbolFact) => fact.modifiers.includes("declaration");
  const isAnnounced = group.hits.some((hit) => isPrototype(hit.symbol));
  const [named] = await reader.symbolsNamed([symbol.name]);
  return named!
    .filter((hit) => hit.symbol.qualifiedName === symbol.qualifiedName && hit.symbol.name === symbol.name)
    .filter((hit) => isAnnounced || isPrototype(hit.symbol))
    .map((hit) => handleOf(hit.path, hit.symbol));
}

async function basesOf(reader: ViewReader, handles: readonly Handle[]): Promise<Set<Handle>> {
  const dispatch = new Dispatch(reader);
  const found = new Set<Handle>();
  for (const handle of handles)
    for (const { symbol } of await dispatch.declarationsOf(handle)) found.add(symbol.handle);
  for (const handle of handles) found.delete(handle);
  return found;
}
