/** Import and export matches → facts, for languages that add no reader of their own. */
import type { ExportFact, ImportFact } from "../../core/facts.ts";
import type { CapturedMatch, CapturedNode } from "../../languages/contract.ts";

/** `"./a"` → ./a, `<stdio.h>` → stdio.h; the operator `<+>` keeps its brackets. */
export function unquote(text: string): string {
  const first = text[0];
  const last = text.at(-1);
  const isQuoted =
    text.length >= 2 &&
    ((first === last && (first === '"' || first === "'" || first === "`")) ||
      (first === "<" && last === ">" && /\w/.test(text)));
  return isQuoted ? text.slice(1, -1) : text;
}

const textOf = (nodes: readonly CapturedNode[] | undefined): string | undefined =>
  nodes?.[0] && unquote(nodes[0].text);

export function readImportMatch(match: CapturedMatch, kind: string, line: number): ImportFact[] {
  const source = textOf(match.source);
  if (source === undefined || source === "") return [];
  const bindings: ImportFact["bindings"] = [];
  const namespace = textOf(match.namespace);
  if (namespace) bindings.push({ imported: "*", local: namespace });
  const byDefault = textOf(match.default);
  if (byDefault) bindings.push({ imported: "default", local: byDefault });
  const alias = textOf(match.alias);
  for (const node of match.imported ?? []) {
    const imported = unquote(node.text);
    bindings.push({ imported, local: alias ?? imported });
  }
  return [
    {
      source,
      kind: (kind || "import") as ImportFact["kind"],
      isWildcard: match.wildcard !== undefined,
      bindings,
      line,
    },
  ];
}

export function readExportMatch(match: CapturedMatch, line: number): ExportFact[] {
  const source = textOf(match.source);
  const alias = textOf(match.alias);
  const from = source === undefined ? {} : { source };
  if (match.wildcard) return [{ exported: alias ?? "*", local: "*", ...from, line }];
  return (match.name ?? []).map((node) => {
    const local = unquote(node.text);
    return { exported: alias ?? local, local, ...from, line };
  });
}

/** Matches of one statement, one per binding, become one fact; so does a `require` inside a declaration of its own. */
export function joinImports(
  parts: readonly { at: { start: number; end: number }; fact: ImportFact }[],
): ImportFact[] {
  const joined: ImportFact[] = [];
  const open = new Map<string, { fact: ImportFact; end: number }>();
  for (const { at, fact } of [...parts].sort((a, b) => a.at.start - b.at.start || b.at.end - a.at.end)) {
    const known = open.get(fact.source);
    if (!known || at.start >= known.end) {
      const own = { ...fact, bindings: [...fact.bindings] };
      open.set(fact.source, { fact: own, end: at.end });
      joined.push(own);
      continue;
    }
    known.fact.isWildcard ||= fact.isWildcard;
    if (fact.kind !== "import") known.fact.kind = fact.kind;
    for (const binding of fact.bindings) {
      const isKnown = known.fact.bindings.some(
        (other) => other.local === binding.local && other.imported === binding.imported,
      );
      if (!isKnown) known.fact.bindings.push(binding);
    }
  }
  return joined;
}

export function joinExports(parts: readonly { at: { start: number }; fact: ExportFact }[]): ExportFact[] {
  const seen = new Set<string>();
  const joined: ExportFact[] = [];
  for (const { fact } of [...parts].sort((a, b) => a.at.start - b.at.start)) {
    const key = `${fact.exported}\0${fact.local}\0${fact.source ?? ""}`;
    if (seen.has(key)) continue;
    seen.add(key);
    joined.push(fact);
  }
  return joined;
}
