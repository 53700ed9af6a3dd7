/** Which files `.gitattributes` calls generated, read as text: git's own reading of attributes can start filters. */

import { compileName } from "../core/name-pattern.ts";
import { compilePath } from "../core/path-pattern.ts";
import { basename, dirname } from "../core/rel-path.ts";

const ATTRIBUTE = "linguist-generated";

interface AttributeLine {
  matches: (path: string) => boolean;
  isGenerated: boolean;
}

export class GeneratedAttributes {
  readonly #byFolder = new Map<string, AttributeLine[]>();

  /** Adds the attributes file that lies in `folder` ("" for the root). */
  add(folder: string, text: string): void {
    if (!text.includes(ATTRIBUTE)) return;
    const lines: AttributeLine[] = [];
    for (const line of text.split("\n")) {
      const [pattern, ...attributes] = line.trim().split(/\s+/);
      if (!pattern || pattern.startsWith("#") || pattern.startsWith("!")) continue;
      const isGenerated = verdictOf(attributes);
      if (isGenerated !== null) lines.push({ matches: compile(pattern), isGenerated });
    }
    if (lines.length > 0) this.#byFolder.set(folder, lines);
  }

  /** The last line of the deepest file that speaks of the path decides. */
  isGenerated(path: string): boolean {
    if (this.#byFolder.size === 0) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const lines = this.#byFolder.get(folder);
      if (lines !== undefined) {
        const below = folder === "" ? path : path.slice(folder.length + 1);
        const line = lines.findLast(({ matches }) => matches(below));
        if (line !== undefined) return line.isGenerated;
      }
      if (folder === "") return false;
    }
  }
}

/** A pattern without a slash matches base names at any depth; others are anchored at their file's folder. */
function compile(pattern: string): (path: string) => boolean {
  if (!pattern.includes("/")) {
    const matchesName = compileName(pattern);
    return (path) => matchesName(basename(path));
  }
  const anchored = pattern.replace(/^\//, "");
  const matchesPath = compilePath(anchored);
  // Every file of a tree is asked about every line: most are decided by how the line begins.
  const beginning = /^[^*?[\\]*/.exec(anchored)![0];
  return (path) => path.startsWith(beginning) && matchesPath(path.split("/"));
}

function verdictOf(attributes: readonly string[]): boolean | null {
  let verdict: boolean | null = null;
  for (const attribute of attributes) {
    if (attribute === ATTRIBUTE || attribute === `${ATTRIBUTE}=true`) verdict = true;
    else if (attribute === `-${ATTRIBUTE}` || attribute === `${ATTRIBUTE}=false`) verdict = false;
  }
  return verdict;
}
