import { z } from "zod";
import { handleOf } from "../core/edges.ts";
import type { SymbolDescription, SymbolGroup, ViewSession } from "../engine/engine.ts";
import { freshnessOf } from "./answer-head.ts";
import { type Answer, defineTool } from "./contract.ts";
import { candidateLine, placeOf, plural } from "./render-symbol.ts";

const MAX_CANDIDATES = 20;
const MAX_MEMBERS = 60;

export default defineTool({
  name: "symbol",
  title: "Look up a symbol",
  description:
    "Where a name is defined, with signature, doc, members, bases and how often it is used. Accepts Class.method, ns::name, " +
    "path#name and file:line. An ambiguous name returns ranked candidates, never a guess. Use it instead of grep for definitions; " +
    "use trace for who calls it, search when you do not know the name.",
  input: z.object({
    name: z
      .string()
      .min(1)
      .max(1000)
      .describe("Name, Class.method, ns::name, path#Qualified.name or file:line"),
    format: z.enum(["text", "json"]).default("text").describe("text for reading, json for programs"),
  }),
  positional: ["name"],
  run: (call, input) =>
    call.engine.read(call.root, async (session) => {
      const found = await session.findSymbols(input.name);
      if (found.groups.length === 0) return notFound(session, input.name, found.suggestions);
      if (found.groups.length > 1) return ambiguous(session, input.name, found.groups);
      const description = await session.describeSymbol(found.groups[0]!);
      return { text: renderDescription(session, description), data: description, outcome: "found" };
    }),
});

export function notFound(session: ViewSession, name: string, suggestions: readonly string[]): Answer {
  const lines = [`no symbol named ${name} · ${freshnessOf(session)}`];
  if (suggestions.length > 0) lines.push(`similar names: ${suggestions.join(", ")}`);
  lines.push(`next: clew search "${name}"`);
  return { text: lines.join("\n"), data: { groups: [], suggestions }, outcome: "none" };
}

export function ambiguous(session: ViewSession, name: string, groups: readonly SymbolGroup[]): Answer {
  const shown = groups.slice(0, MAX_CANDIDATES);
  const lines = [
    `${plural(groups.length, "symbol")} named ${name}, best first · ${freshnessOf(session)}`,
    ...shown.map(candidateLine),
  ];
  if (groups.length > shown.length) lines.push(`… ${groups.length - shown.length} more`);
  const first = shown[0]!.hits[0]!;
  lines.push(`next: clew symbol "${handleOf(first.path, first.symbol)}"`);
  return { text: lines.join("\n"), data: { candidates: groups }, outcome: "found" };
}

function renderDescription(session: ViewSession, description: SymbolDescription): string {
  const { group, members, counts } = description;
  const { symbol } = group.hits[0]!;
  const lines = [
    `${symbol.kind} ${symbol.qualifiedName} · ${freshnessOf(session)}`,
    ...group.hits.map(
      ({ symbol: one }) => `${placeOf(group.path, one.span.startLine, one.span.endLine)}  ${one.signature}`,
    ),
  ];
  if (symbol.doc) lines.push("", ...symbol.doc.split("\n").map((line) => `  ${line}`), "");
  const bases = symbol.bases.map((base) => `${base.relation} ${base.name}`);
  if (bases.length > 0) lines.push(`bases: ${bases.join(", ")}`);
  if (symbol.complexity > 1) lines.push(`complexity: ${symbol.complexity}`);
  lines.push(
    `used: ${plural(counts.callers, "caller")}, ${plural(counts.references, "reference")}, ${plural(counts.implementations, "implementation")}` +
      (counts.unresolved > 0 ? `; ${plural(counts.unresolved, "use")} of the name unresolved` : ""),
  );
  if (members.length > 0) {
    lines.push(`members (${members.length}):`);
    for (const { symbol: member } of members.slice(0, MAX_MEMBERS)) {
      lines.push(`  ${String(member.span.startLine).padStart(5)}  ${member.signature}`);
    }
    if (members.length > MAX_MEMBERS) lines.push(`  … ${members.length - MAX_MEMBERS} more`);
  }
  lines.push(`next: clew trace "${handleOf(group.path, symbol)}" --callers`);
  return lines.join("\n");
}
