/** One name of an import or export clause; `*` for all of them. */
export interface SelectedName {
  path: string;
  name: string;
  alias: string;
}

const WILDCARDS: ReadonlySet<string> = new Set(["_", "*", "given"]);

/** `import a.b.{C => D, E}, f.g._` → a.b C D, a.b E E, f.g * */
export function readClauses(text: string): SelectedName[] {
  const names: SelectedName[] = [];
  const clauses = text
    .replace(/^\s*(?:import|export)\s+/, "")
    .matchAll(/([^,{}]+)(?:\{([^}]*)\})?\s*(?:,|$)/g);
  for (const [, head, selectors] of clauses) {
    const path = head!
      .replace(/\s+(?:as|=>)\s+/, " as ")
      .replace(/[\s`]+(?=\.)|(?<=\.)[\s`]+|`/g, "")
      .trim();
    if (selectors !== undefined) {
      const prefix = path.replace(/\.$/, "");
      for (const selector of selectors.split(",")) pushSelector(names, prefix, selector);
    } else {
      const dot = path.lastIndexOf(".", path.includes(" as ") ? path.indexOf(" as ") : path.length);
      pushSelector(names, dot < 0 ? "" : path.slice(0, dot), path.slice(dot + 1));
    }
  }
  return names;
}

function pushSelector(names: SelectedName[], path: string, selector: string): void {
  const [name, alias] = selector.split(/=>|\bas\b/).map((part) => part.replace(/`/g, "").trim());
  if (!name || alias === "_") return;
  if (WILDCARDS.has(name) || name.startsWith("given ")) {
    names.push({ path, name: "*", alias: "*" });
    return;
  }
  names.push({ path, name, alias: alias || name });
}
