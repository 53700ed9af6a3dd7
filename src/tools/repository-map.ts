/** A repository at a glance: what it is written in, its folders, what frameworks make of it, its most used definitions, where to begin. */
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { KeyFile } from "../engine/engine.ts";
import { defineTool } from "./contract.ts";
import { treeLines } from "./full/files.ts";
import { readFolders } from "./full/folders.ts";
import { suggestWords } from "./suggestion.ts";

const TREE_DEPTH = 2;
const MAX_TREE_LINES = 80;
const MAX_KEY_FILES = 25;
const MAX_SYMBOLS_NAMED = 6;

export default defineTool({
  name: "map",
  title: "Repository map",
  description:
    "Folders, languages, counts of routes, models, jobs and the like, and the files that most others import, with what they define.",
  input: {},
  answer: async (session) => {
    const root = await readFolders(session.one);
    const tree = treeLines(root, TREE_DEPTH, false);
    const keys = (await session.one.keyFiles(MAX_KEY_FILES)).map(keyLine);
    const units = await session.one.unitCounts();
    const told = Object.entries(units).map(([type, count]) => plural(count, type));
    return {
      head: `map of ${plural(root.count, "file")}`,
      body: [
        "folders:",
        ...tree.slice(0, MAX_TREE_LINES).map((line) => `  ${line}`),
        ...(tree.length > MAX_TREE_LINES ? [`  … ${tree.length - MAX_TREE_LINES} more`] : []),
        ...(told.length > 0 ? [`units: ${told.join(", ")}`] : []),
        ...(keys.length > 0 ? ["most imported files:", ...keys] : []),
      ],
      next: suggestWords(
        "clew context <task> gives the code for a task",
        "context gives the code for a task",
      ),
      data: { fields: { files: root.count, units }, lists: { folders: tree, keyFiles: keys } },
      outcome: "found",
      quotes: [],
    };
  },
});

function keyLine({ path, importers, exported }: KeyFile): string {
  const names = exported.slice(0, MAX_SYMBOLS_NAMED);
  const more = exported.length > names.length ? `, +${exported.length - names.length}` : "";
  const defines = names.length > 0 ? `: ${names.join(", ")}${more}` : "";
  return `  ${displayPath(path)}  imported by ${importers}${defines}`;
}
