import { z } from "zod";
import { plural } from "../core/counts.ts";
import { handleOf } from "../core/edges.ts";
import { spokenName } from "../core/spoken-name.ts";
import type { ScopeSession, SymbolDescription, SymbolFlags, SymbolGroup } from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { outlineOf } from "./outline.ts";
import { placeOf } from "./render-symbol.ts";
import { suggestTrace } from "./suggestion.ts";
import { bodiesOf, type SymbolBody } from "./symbol-body.ts";
import { useLines, usesOf } from "./symbol-uses.ts";
import { withSymbolOrFile } from "./with-symbol.ts";

export default defineTool({
  name: "symbol",
  order: 3,
  title: "Look up a symbol",
  description:
    "The exact code of a symbol with line numbers, and where it is used. Accepts Class.method, ns::name, path#name, file:line (the " +
    "function around it), and several separated by spaces. An ambiguous name returns ranked candidates, never a guess. Use it instead of " +
    "reading line ranges; trace for all callers, search when you do not know the name.",
  input: {
    name: z
      .string()
      .min(1)
      .max(1000)
      .describe(
        "Name, path#Qualified.name or file:line, several by spaces; returns:Type or takes:Type for functions",
      ),
  },
  positional: ["name"],
  spansRepositories: true,
  answer: (session, input) => lookUp(session, input.name),
  elsewhere: async ({ searcher }, input) =>
    (await searcher.symbols(input.name)).groups.map(({ repository }) => repository),
});

const MAX_NAMES = 20;

/** One symbol with its uses, or several with their code alone. */
export async function lookUp(session: ScopeSession, text: string): Promise<Answer> {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const isOne =
    names.length <= 1 || (await session.searcher.symbols(text, { includesFiles: true })).groups.length > 0;
  if (isOne) return lookUpOne(session, text, true);
  const answers: Answer[] = [];
  for (const name of names.slice(0, MAX_NAMES)) answers.push(await lookUpOne(session, name, false));
  const isAnyFound = answers.some(({ outcome }) => outcome === "found");
  return isAnyFound ? joined(answers, names.length - answers.length) : lookUpOne(session, text, true);
}

function lookUpOne(session: ScopeSession, name: string, withUses: boolean): Promise<Answer> {
  return withSymbolOrFile(session, name, (group) =>
    group.isFile ? outlineOf(session, group.path) : describeWithBody(session, group, withUses),
  );
}

/** Answers below one another, each under its own head. */
function joined(answers: readonly Answer[], left: number): Answer {
  const found = answers.filter(({ outcome }) => outcome === "found").length;
  return {
    head: `${found} of ${plural(answers.length, "name")} found`,
    ...(left > 0 && { notes: [`${plural(left, "name")} left out: ask for ${MAX_NAMES} at most`] }),
    body: answers.flatMap(({ head, body }) => [`== ${head} ==`, ...body]),
    data: {
      fields: {},
      lists: { symbols: answers.map(({ head, data }) => ({ head, ...data.fields, ...data.lists })) },
    },
    outcome: found === answers.length && left === 0 ? "found" : "partial",
    quotes: answers.flatMap(({ quotes }) => quotes),
  };
}

async function describeWithBody(
  session: ScopeSession,
  group: SymbolGroup,
  withUses: boolean,
): Promise<Answer> {
  const description = await session.describeSymbol(group);
  const plain = describe(description);
  const bodies = await bodiesOf(session, description);
  const uses = withUses ? await usesOf(session, group) : null;
  const flags = await session.flagsOf(group);
  return {
    ...plain,
    body: [...bodyLines(description, bodies), ...(uses ? useLines(uses) : []), ...flagLines(flags)],
    data: {
      fields: { ...plain.data.fields, flags },
      lists: {
        ...plain.data.lists,
        bodies: bodies.map(({ lines, ...body }) => ({ ...body, text: lines.join("\n") })),
        ...(uses && { uses: uses.shown }),
      },
    },
    quotes: [...plain.quotes, ...(uses?.shown ?? []).map(({ path }) => path)],
  };
}

/** Only what tells something: most symbols are seen by their module and in use. */
function flagLines(flags: SymbolFlags): string[] {
  const isUsual = !flags.isPublicApi && !flags.isDeprecated && !flags.isGenerated && flags.parse === "full";
  return isUsual ? [] : [flagWords(flags)];
}

/** Short, for people: only what is not the usual. */
function flagWords(flags: SymbolFlags): string {
  const entry = flags.shownBy.at(-1);
  return [
    flags.isPublicApi ? `public API${entry ? ` through ${entry}` : ""}` : `seen by ${flags.exportScope}`,
    ...(flags.isDeprecated ? ["deprecated"] : []),
    ...(flags.isGenerated ? ["generated"] : []),
    ...(flags.parse === "full" ? [] : [`parsed: ${flags.parse}`]),
  ].join(", ");
}

function bodyLines({ members }: SymbolDescription, bodies: readonly SymbolBody[]): string[] {
  const lines = bodies.flatMap((body) => [
    `--- ${placeOf(body.path, body.startLine, body.endLine)}`,
    ...body.lines,
    ...(body.cut > 0 ? [`… ${plural(body.cut, "line")} cut: the members below are read one by one …`] : []),
  ]);
  const isCut = bodies.some(({ cut }) => cut > 0);
  return isCut ? [...lines, ...memberLines(members)] : lines;
}

export function describe(description: SymbolDescription): Answer {
  const { group, members, counts } = description;
  const { symbol } = group.hits[0]!;
  return {
    head: `${symbol.kind} ${spokenName(symbol.qualifiedName)}, ${useCounts(counts)}`,
    body: declarationLines(description),
    next: suggestTrace(handleOf(group.path, symbol), "callers"),
    data: { fields: { group, counts }, lists: { members } },
    outcome: "found",
    quotes: [...new Set(group.hits.map(({ path }) => path))],
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
    ({ path, symbol: one }) => `${placeOf(path, one.span.startLine, one.span.endLine)}  ${one.signature}`,
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
  return [...lines, ...memberLines(members)];
}

function memberLines(members: SymbolDescription["members"]): string[] {
  if (members.length === 0) return [];
  return [
    `members (${members.length}):`,
    ...members.map(({ symbol }) => `  ${String(symbol.span.startLine).padStart(5)}  ${symbol.signature}`),
  ];
}
