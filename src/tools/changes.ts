import { z } from "zod";
import { plural } from "../core/counts.ts";
import { handleOf } from "../core/edges.ts";
import type { SymbolFact } from "../core/facts.ts";
import { pathOfHandle } from "../core/handles.ts";
import { displayPath } from "../core/rel-path.ts";
import type { AffectedUse, ChangedFile, Changes, Impact, LineRange, TestToRun } from "../engine/engine.ts";
import { type AnswerData, defineTool } from "./contract.ts";
import { nameOfHandle, placeOf, tierCounts } from "./render-symbol.ts";
import { SHOWS_WHAT_IS_INDEXED, type Suggestion, suggestTrace, suggestWords } from "./suggestion.ts";

const MAX_RANGES_SHOWN = 6;
const MAX_NAMES_SHOWN = 4;

export default defineTool({
  name: "changes",
  order: 5,
  title: "What a diff touches",
  description:
    "What changed since a revision, uncommitted and untracked files included: changed and removed symbols, who uses them and how " +
    "that is known, and the tests to run. Use it before committing or reviewing; use git diff for the text of the change.",
  input: {
    base: z.string().min(1).max(255).default("HEAD").describe("Branch, tag or commit to compare with"),
  },
  positional: ["base"],
  answer: async (session, input) => {
    const changes = await session.one.changes(input.base);
    const impact = await session.one.impactOf(changes);
    return {
      head: headLine(changes, impact),
      notes: [
        ...(changes.notCompared > 0
          ? [`not compared: ${plural(changes.notCompared, "file")} that cannot be indexed`]
          : []),
        ...(impact.notTraced > 0 ? [`not traced: ${plural(impact.notTraced, "further symbol")}`] : []),
      ],
      body: bodyLines(changes, impact),
      next: changes.files.length === 0 ? SHOWS_WHAT_IS_INDEXED : nextStep(changes, impact),
      data: dataOf(changes, impact),
      outcome: changes.files.length > 0 ? "found" : "none",
      quotes: changes.files.map((file) => file.path),
    };
  },
});

/** Changed files come first, but a long list of them must not push what to check out of the first page. */
const MAX_FILE_LINES_FIRST = 60;

function bodyLines(changes: Changes, impact: Impact): string[] {
  const files = changes.files.flatMap((file) => fileLines(file, impact));
  const broken = impact.broken.map(
    ({ from, line, name }) =>
      `  ${displayPath(pathOfHandle(from))}:${line}  ${nameAt(from)}  uses removed ${name}`,
  );
  const late = files.slice(MAX_FILE_LINES_FIRST);
  return [
    ...files.slice(0, MAX_FILE_LINES_FIRST),
    ...(late.length > 0 ? [`… ${late.length} more lines of changed files at the end`] : []),
    ...section("uses of removed names", broken),
    ...section("tests to run", impact.tests.map(testLine)),
    ...section("affected", impact.affected.map(affectedLine)),
    ...section("more changed files", late),
  ];
}

function headLine(changes: Changes, impact: Impact): string {
  const symbols = changes.files.reduce((sum, file) => sum + file.symbols.length, 0);
  const removed = changes.files.reduce((sum, file) => sum + file.removed.length, 0);
  const users = impact.affected.length > 0 ? ` (${tierCounts(impact.affected)})` : "";
  const counts = [
    `${plural(changes.files.length, "file")} changed since ${changes.base} ${changes.revision.slice(0, 12)}`,
    plural(symbols, "symbol"),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(impact.broken.length > 0 ? [`${plural(impact.broken.length, "use")} of removed names`] : []),
    `${plural(impact.affected.length, "affected use")}${users}`,
    `${plural(impact.tests.length, "test file")} to run`,
  ];
  return counts.join(", ");
}

/** One line per changed symbol; one for a file that is new, gone, moved, or has no symbols to name. */
function fileLines(file: ChangedFile, impact: Impact): string[] {
  const where = displayPath(file.path);
  const removed = file.removed.map((symbol) => `${where}  removed ${symbol.kind} ${symbol.qualifiedName}`);
  if (file.notIndexed !== undefined) return [`${where}  changed, not indexed: ${file.notIndexed}`];
  switch (file.status) {
    case "deleted":
      return [`${where}  deleted`, ...removed];
    case "renamed":
      return [`${where}  renamed from ${displayPath(file.from!)}`];
    case "added":
      return [newFileLine(file)];
    case "modified": {
      const symbols = file.symbols.map(({ symbol }) => symbolLine(file, symbol, impact));
      if (file.topLevel.length > 0) symbols.push(`${where}:${listRanges(file.topLevel)}  (top level)`);
      const lines = [...symbols, ...removed];
      return lines.length > 0 ? lines : [`${where}:${listRanges(file.ranges)}  blank lines`];
    }
  }
}

function newFileLine(file: ChangedFile): string {
  const names = file.symbols.map(({ symbol }) => `${symbol.kind} ${symbol.qualifiedName}`);
  const more = names.length > MAX_NAMES_SHOWN ? `, +${names.length - MAX_NAMES_SHOWN}` : "";
  const listed = names.length > 0 ? `: ${names.slice(0, MAX_NAMES_SHOWN).join(", ")}${more}` : "";
  return `${displayPath(file.path)}  new file${listed}`;
}

function symbolLine(file: ChangedFile, symbol: SymbolFact, impact: Impact): string {
  const { startLine, endLine } = symbol.span;
  const inside = file.ranges
    .filter(({ start, end }) => start <= endLine && Math.max(start, end) >= startLine)
    .map(({ start, end }) => ({ start: Math.max(start, startLine), end: Math.min(end, endLine) }));
  const named = `${displayPath(file.path)}:${listRanges(inside)}  ${symbol.kind} ${symbol.qualifiedName}`;
  // A heading has no callers to count.
  if (symbol.kind === "section") return named;
  return `${named}  ${countUses(impact.usesOf.get(handleOf(file.path, symbol)))}`;
}

function listRanges(ranges: readonly LineRange[]): string {
  const shown = ranges
    .slice(0, MAX_RANGES_SHOWN)
    .map(({ start, end }) => (end > start ? `${start}-${end}` : `${Math.max(1, start)}`));
  const more = ranges.length > MAX_RANGES_SHOWN ? `,+${ranges.length - MAX_RANGES_SHOWN}` : "";
  return `${shown.join(",")}${more}`;
}

/** `2 callers (2 resolved), 1 other use (1 heuristic)`. */
function countUses(uses: readonly AffectedUse[] | undefined): string {
  if (!uses) return "users not traced";
  const calls = uses.filter((use) => use.kind === "calls");
  const others = uses.filter((use) => use.kind !== "calls");
  const parts = [`${plural(calls.length, "caller")}${calls.length > 0 ? ` (${tierCounts(calls)})` : ""}`];
  if (others.length > 0) parts.push(`${plural(others.length, "other use")} (${tierCounts(others)})`);
  return parts.join(", ");
}

function affectedLine(use: AffectedUse): string {
  const place = use.lines.length > 0 ? placeOf(use.site, use.lines[0]!) : displayPath(use.site);
  const more = use.lines.length > 1 ? `,+${use.lines.length - 1}` : "";
  return `  ${place}${more}  ${nameAt(use.handle)}  ${use.kind} ${use.of}, ${use.tier}`;
}

/** The symbol alone: its file is named before it. */
function nameAt(handle: AffectedUse["handle"]): string {
  const path = pathOfHandle(handle);
  return handle === handleOf(path) ? "(top level)" : nameOfHandle(handle).slice(displayPath(path).length + 1);
}

function testLine({ path, of, tier, isChanged }: TestToRun): string {
  const shown = of.slice(0, MAX_NAMES_SHOWN).map(displayPath).join(", ");
  const more = of.length > MAX_NAMES_SHOWN ? `, +${of.length - MAX_NAMES_SHOWN}` : "";
  const reasons = [
    ...(of.length > 0 ? [`tests ${shown}${more}, ${tier}`] : []),
    ...(isChanged ? ["changed itself"] : []),
  ];
  return `  ${displayPath(path)}  ${reasons.join("; ")}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`${title} (${lines.length}):`, ...lines] : [];
}

/** The change that most depends on. */
function nextStep(changes: Changes, impact: Impact): Suggestion {
  let most: { handle: string; uses: number } | null = null;
  for (const file of changes.files) {
    for (const { symbol } of file.symbols) {
      const handle = handleOf(file.path, symbol);
      const uses = impact.usesOf.get(handle)?.length ?? 0;
      if (file.status === "modified" && uses > (most?.uses ?? 0)) most = { handle, uses };
    }
  }
  return most
    ? suggestTrace(most.handle, "dependents")
    : suggestWords("git diff shows the text of the change", "git diff shows the text of the change");
}

function dataOf(changes: Changes, impact: Impact): AnswerData {
  const { files, ...about } = changes;
  const { affected, broken, tests, notTraced } = impact;
  const described = files.map(({ symbols, removed, ...file }) => ({
    ...file,
    symbols: symbols.map(({ symbol }) => ({
      kind: symbol.kind,
      qualifiedName: symbol.qualifiedName,
      startLine: symbol.span.startLine,
      endLine: symbol.span.endLine,
      uses: impact.usesOf.get(handleOf(file.path, symbol)) ?? null,
    })),
    removed: removed.map(({ kind, qualifiedName }) => ({ kind, qualifiedName })),
  }));
  return { fields: { ...about, notTraced }, lists: { files: described, broken, tests, affected } };
}
