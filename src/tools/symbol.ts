import { z } from "zod";
import { plural } from "../core/counts.ts";
import { handleOf } from "../core/edges.ts";
import type { ScopeSession, SymbolDescription } from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { outlineOf } from "./outline.ts";
import { placeOf } from "./render-symbol.ts";
import { suggestTrace } from "./suggestion.ts";
import { withSymbolOrFile } from "./with-symbol.ts";

export default defineTool({
  name: "symbol",
  order: 3,
  title: "Look up a symbol",
  description:
    "Where a name is defined, with signature, doc, members, bases and how often it is used. Accepts Class.method, ns::name, " +
    "path#name and file:line. An ambiguous name returns ranked candidates, never a guess. Use it instead of grep for definitions; " +
    "use trace for who calls it, search when you do not know the name.",
  input: {
    name: z
      .string()
      .min(1)
      .max(1000)
      .describe("Name, Class.method, ns::name, path#Qualified.name or file:line"),
  },
  positional: ["name"],
  spansRepositories: true,
  answer: (session, input) => lookUp(session, input.name),
});

export function lookUp(session: ScopeSession, name: string): Promise<Answer> {
  return withSymbolOrFile(session, name, async (group) =>
    group.isFile ? outlineOf(session, group.path) : describe(await session.describeSymbol(group)),
  );
}

export function describe(description: SymbolDescription): Answer {
  const { group, members, counts } = description;
  const { symbol } = group.hits[0]!;
  return {
    head: `${symbol.kind} ${symbol.qualifiedName}, ${useCounts(counts)}`,
    body: declarationLines(description),
    next: suggestTrace(handleOf(group.path, symbol), "callers"),
    data: { fields: { group, counts }, lists: { members } },
    outcome: "found",
    quotes: [group.path],
  };
}

export function useCounts(counts: SymbolDescription["counts"]): string {
  return [
    plural(counts.callers, "caller"),
    plural(counts.references, "reference"),
    ...(counts.implementations > 0 ? [plural(counts.implementations, "implementation")] : []),
    ...(counts.unresolved > 0 ? [`${plural(counts.unresolved, "use")} of the name unresolved`] : []),
  ].join(", ");
}

/** Declarations with doc, bases and members. */
export function declarationLines({ group, members }: SymbolDescription): string[] {
  const { symbol } = group.hits[0]!;
  const lines = group.hits.map(
    ({ symbol: one }) => `${placeOf(group.path, one.span.startLine, one.span.endLine)}  ${one.signature}`,
  );
  if (symbol.doc)
    lines.push(
      ...symbol.doc
        .trim()
        .split("\n")
        .map((line) => `  ${line}`),
    );
  const bases = symbol.bases.map((base) => `${base.relation} ${base.name}`);
  if (bases.length > 0) lines.push(`bases: ${bases.join(", ")}`);
  if (symbol.complexity > 1) lines.push(`complexity: ${symbol.complexity}`);
  if (members.length > 0) lines.push(`members (${members.length}):`);
  for (const { symbol: member } of members)
    lines.push(`  ${String(member.span.startLine).padStart(5)}  ${member.signature}`);
  return lines;
}
