/** A repository at a glance: what it is written in, its folders, its most used definitions, where to begin. */
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { ViewSession } from "../engine/engine.ts";
import { defineTool } from "./contract.ts";
import { treeLines } from "./full/files.ts";
import { readFolders } from "./full/folders.ts";

const TREE_DEPTH = 2;
const MAX_TREE_LINES = 80;
const MAX_KEY_FILES = 25;
/** Counting the importers of every file of a huge repository would take longer than the map is worth. */
const MAX_FILES_RANKED = 4_000;
const MAX_SYMBOLS_NAMED = 6;

export default defineTool({
  name: "map",
  title: "Repository map",
  description: "Folders, languages and the files that most others import, with what they define.",
  input: {},
  answer: async (session) => {
    const root = await readFolders(session);
    const tree = treeLines(root, TREE_DEPTH, false);
    const keys = await keyFiles(session);
    return {
      head: `map of ${plural(root.count, "file")}`,
      body: [
        "folders:",
        ...tree.slice(0, MAX_TREE_LINES).map((line) => `  ${line}`),
        ...(tree.length > MAX_TREE_LINES ? [`  … ${tree.length - MAX_TREE_LINES} more`] : []),
        ...(keys.length > 0 ? ["most imported files:", ...keys] : []),
      ],
      next: "clew context <task> gives the code for a task",
      data: { fields: { files: root.count }, lists: { folders: tree, keyFiles: keys } },
      outcome: "found",
      quotes: [],
    };
  },
});

async function keyFiles(session: ViewSession): Promise<string[]> {
  const files = await session.reader.files();
  if (files.length > MAX_FILES_RANKED) return [];
  const importers = new Map<string, number>();
  for (const links of await session.reader.linksOf(files.map((file) => file.path))) {
    const targets = new Set(
      (links?.edges ?? []).filter(({ kind }) => kind === "imports").map(({ to }) => to),
    );
    for (const to of targets) importers.set(to, (importers.get(to) ?? 0) + 1);
  }
  const ranked = files
    .map((file) => ({ file, count: importers.get(file.path) ?? 0 }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, MAX_KEY_FILES);
  const outlines = await session.reader.outlines(ranked.map(({ file }) => file.blob));
  return ranked.map(({ file, count }, at) => {
    const symbols = outlines[at]!.symbols.filter(
      (symbol) => symbol.parent < 0 && symbol.scope === "exported",
    );
    const names = symbols.slice(0, MAX_SYMBOLS_NAMED).map((symbol) => symbol.name);
    const more = symbols.length > names.length ? `, +${symbols.length - names.length}` : "";
    const defines = names.length > 0 ? `: ${names.join(", ")}${more}` : "";
    return `  ${displayPath(file.path)}  imported by ${count}${defines}`;
  });
}
