/** Expands the text of a use tree: `a::{b::{c, d as e}, f::*, self}`. */
import type { ImportFact } from "../../core/facts.ts";

/** Cuts at commas that no brace encloses. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    else if (at === text.length || (char === "," && depth === 0)) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return items.filter((item) => item !== "");
}

export interface UsedName {
  /** Path before the last part; empty for a single name. */
  source: string;
  /** `*` stands for everything in `source`. */
  imported: string;
  local: string;
}

export function expandUseTree(text: string): UsedName[] {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ");
  return expand(withoutComments.replace(/\s+/g, " ").trim(), "");
}

function expand(item: string, prefix: string): UsedName[] {
  const brace = item.indexOf("{");
  if (brace >= 0) {
    const inner = item.slice(brace + 1, item.lastIndexOf("}") < brace ? undefined : item.lastIndexOf("}"));
    const path = joinPath(prefix, item.slice(0, brace).replace(/\s*::\s*$/, ""));
    return splitItems(inner).flatMap((part) => expand(part, path));
  }
  const [path = "", alias] = item.split(/\s+as\s+/);
  const full = joinPath(prefix, path.replace(/\s+/g, ""));
  const cut = full.lastIndexOf("::");
  const last = cut < 0 ? full : full.slice(cut + 2);
  const source = cut < 0 ? "" : full.slice(0, cut);
  if (last === "self" && source !== "") return [nameOf(source, alias)];
  return [{ source, imported: last, local: alias ?? last }];
}

/** `a::b::{self}` is the module `a::b` itself. */
function nameOf(path: string, alias: string | undefined): UsedName {
  const cut = path.lastIndexOf("::");
  const last = cut < 0 ? path : path.slice(cut + 2);
  return { source: cut < 0 ? "" : path.slice(0, cut), imported: last, local: alias ?? last };
}

function joinPath(prefix: string, path: string): string {
  const trimmed = path.trim().replace(/^::/, "");
  if (prefix === "" || trimmed === "") return prefix || trimmed;
  return `${prefix}::${trimmed}`;
}

/** One fact per module path, in order of first mention. */
export function importsOf(text: string, line: number): ImportFact[] {
  const bySource = new Map<string, ImportFact>();
  for (const { source, imported, local } of expandUseTree(text)) {
    // `use serde;` names a crate: the module is the name itself.
    const path = source === "" ? imported : source;
    const binding = { imported: source === "" ? "*" : imported, local };
    let fact = bySource.get(path);
    if (!fact) {
      fact = { source: path, kind: "import", isWildcard: false, bindings: [], line };
      bySource.set(path, fact);
    }
    if (imported === "*") fact.isWildcard = true;
    else if (local !== "_") fact.bindings.push(binding);
  }
  return [...bySource.values()];
}
