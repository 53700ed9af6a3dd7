/** What else is to be known of a symbol: who may see it, whether it should be used, how well it was read. */
import type { ParseStatus, SymbolFact } from "../../core/facts.ts";
import { foldersUp } from "../../core/join-path.ts";
import { findFile, type SymbolGroup } from "../../navigation/find-symbol.ts";
import { findPackages, isManifest } from "../../packages/find-packages.ts";
import type { ViewReader } from "../../storage/contract.ts";
import { hasGeneratedHeader } from "../../workspace/generated-header.ts";
import { entryFiles, publicPathOf } from "./public-path.ts";

export interface SymbolFlags {
  /** `package`: its users get it through an entry; `module`: other files of the tree see it; `file`: no other file does. */
  exportScope: "package" | "module" | "file";
  isPublicApi: boolean;
  /** From its own file to the entry that shows it; empty where there is none. */
  shownBy: string[];
  isDeprecated: boolean;
  hasDoc: boolean;
  isGenerated: boolean;
  parse: ParseStatus;
  /** Who made the links of its file; null when it has none. */
  links: "compiler" | "rules" | null;
}

const DEPRECATED_DOC = /@deprecated\b|^\s*deprecated\b[:.]/im;
const DEPRECATED_MARKS: ReadonlySet<string> = new Set(["deprecated", "obsolete"]);
const VISIBLE_MEMBERS = ["public", "protected"];

export async function flagsOf(
  reader: ViewReader,
  group: SymbolGroup,
  read: (path: string) => Promise<string | null>,
): Promise<SymbolFlags> {
  const { symbol, path, blob, ordinal } = group.hits[0]!;
  const [[outline], [literals], [links], file] = [
    await reader.outlines([blob]),
    await reader.literals([blob]),
    await reader.linksOf([path]),
    await findFile(reader, path),
  ];
  const shownBy = (await shownThrough(reader, group, read)) ?? [];
  const isVisible = symbol.scope === "exported";
  const isPublicMember =
    file?.language === "csharp" && VISIBLE_MEMBERS.some((word) => symbol.modifiers.includes(word));
  const marks = literals!.annotations.filter(({ symbol: on }) => on === ordinal);
  const text = await read(path);
  return {
    exportScope: shownBy.length > 0 ? "package" : isVisible ? "module" : "file",
    isPublicApi: shownBy.length > 0 || isPublicMember,
    shownBy,
    isDeprecated:
      DEPRECATED_DOC.test(symbol.doc ?? "") ||
      marks.some(({ name }) => DEPRECATED_MARKS.has(name.toLowerCase().replace(/attribute$/, ""))),
    hasDoc: symbol.doc !== undefined && symbol.doc.trim() !== "",
    isGenerated: text !== null && hasGeneratedHeader(Buffer.from(text.slice(0, 4_096))),
    parse: outline!.status,
    links: links ? (links.refinedBy ? "compiler" : "rules") : null,
  };
}

/** Null where no package shows it. A member is shown by what holds it. */
async function shownThrough(
  reader: ViewReader,
  { hits }: SymbolGroup,
  read: (path: string) => Promise<string | null>,
): Promise<string[] | null> {
  const { path, symbol } = hits[0]!;
  if (symbol.scope === "local") return null;
  const paths = new Set<string>((await reader.files()).map((file) => file.path));
  const manifest = [...foldersUp(path.split("/").slice(0, -1).join("/"))]
    .map((folder) => (folder === "" ? "package.json" : `${folder}/package.json`))
    .find((each) => isManifest(each) && paths.has(each));
  const text = manifest === undefined ? null : await read(manifest);
  if (manifest === undefined || text === null) return null;
  const { packages } = findPackages({
    name: "",
    paths: [manifest],
    read: (each) => (each === manifest ? text : null),
    has: (each) => paths.has(each),
  });
  const [owner] = packages;
  if (!owner) return null;
  const entries = entryFiles(owner.root, [...owner.entries, "index"], (each) => paths.has(each));
  return publicPathOf(reader, { path, name: outermost(symbol) }, entries);
}

function outermost({ qualifiedName }: SymbolFact): string {
  return qualifiedName.split(".")[0]!;
}
