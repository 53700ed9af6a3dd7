import { z } from "zod";
import { handleOf } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { displayPath } from "../core/rel-path.ts";
import type {
  AffectedUse,
  ChangedFile,
  Changes,
  Impact,
  LineRange,
  TestToRun,
  ViewSession,
} from "../engine/engine.ts";
import { freshnessOf } from "./answer-head.ts";
import { type Answer, defineTool } from "./contract.ts";
import { fitLines } from "./fit-budget.ts";
import { nameOfHandle, placeOf, plural, tierCounts } from "./render-symbol.ts";

const MAX_RANGES_SHOWN = 6;
const MAX_NAMES_SHOWN = 4;

export default defineTool({
  name: "changes",
  title: "What a diff touches",
  description:
    "What changed since a revision, uncommitted and untracked files included: changed and removed symbols, who uses them and how " +
    "that is known, and the tests to run. Use it before committing or reviewing; use git diff for the text of the change.",
  input: z.object({
    base: z.string().min(1).max(255).default("HEAD").describe("Branch, tag or commit to compare with"),
    budget: z.number().int().min(50).max(1_000_000).default(4000).describe("Tokens the answer may take"),
    format: z.enum(["text", "json"]).default("text").describe("text for reading, json for programs"),
  }),
  positional: ["base"],
  run: (call, input) =>
    call.engine.read(call.root, async (session): Promise<Answer> => {
      const changes = await session.changes(input.base);
      const impact = await session.impactOf(changes);
      return {
        text: render(session, changes, impact, input.budget),
        data: dataOf(changes, impact),
        outcome: changes.files.length > 0 ? "found" : "none",
      };
    }),
});

function render(session: ViewSession, changes: Changes, impact: Impact, budget: number): string {
  const head = headLine(session, changes, impact);
  if (changes.files.length === 0) return `${head}\nnext: clew status shows what is indexed`;
  const files = changes.files.flatMap((file) => fileLines(file, impact));
  const notes = [
    ...(changes.notCompared > 0
      ? [`not compared: ${plural(changes.notCompared, "file")} that cannot be indexed`]
      : []),
    ...(impact.notTraced > 0 ? [`not traced: ${plural(impact.notTraced, "further symbol")}`] : []),
  ];
  const broken = impact.broken.map(
    ({ from, line, name }) =>
      `  ${displayPath(pathOfHandle(from))}:${line}  ${nameAt(from)}  uses removed ${name}`,
  );
  const affected = impact.affected.map(affectedLine);
  const tests = impact.tests.map(testLine);
  // Tests come before the long list of users, so that a small budget cuts what matters least.
  const lines = [
    ...files,
    ...notes,
    ...section("uses of removed names", broken),
    ...section("tests to run", tests),
    ...section("affected", affected),
  ];
  return fitLines(head, lines, nextStep(changes), budget);
}

function headLine(session: ViewSession, changes: Changes, impact: Impact): string {
  const symbols = changes.files.reduce((sum, file) => sum + file.symbols.length, 0);
  const removed = changes.files.reduce((sum, file) => sum + file.removed.length, 0);
  const users = impact.affected.length > 0 ? ` (${tierCounts(impact.affected)})` : "";
  const counts = [
    `${plural(changes.files.length, "file")} changed since ${changes.base} ${changes.revision.slice(0, 12)}`,
    plural(symbols, "symbol"),
    ...(removed > 0 ? [`${removed} removed`] : []),
    `${plural(impact.affected.length, "affected use")}${users}`,
    `${plural(impact.tests.length, "test file")} to run`,
  ];
  return `${counts.join(", ")} · ${freshnessOf(session)}`;
}

/** One line per changed symbol; one for the file when no symbol tells more. */
function fileLines(file: ChangedFile, impact: Impact): string[] {
  const lines: string[] = [];
  const where = displayPath(file.path);
  if (file.status === "deleted") lines.push(`${where}  deleted`);
  else if (file.status === "renamed") lines.push(`${where}  renamed from ${displayPath(file.from!)}`);
  else if (file.notIndexed !== undefined) lines.push(`${where}  changed, not indexed: ${file.notIndexed}`);
  for (const { symbol } of file.symbols) {
    const { startLine, endLine } = symbol.span;
    const inside = file.ranges.filter(
      ({ start, end }) => start <= endLine && Math.max(start, end) >= startLine,
    );
    const clipped = inside.map(({ start, end }) => ({
      start: Math.max(start, startLine),
      end: Math.min(end, endLine),
    }));
    const uses = impact.usesOf.get(handleOf(file.path, symbol));
    lines.push(
      `${where}:${listRanges(clipped)}  ${symbol.kind} ${symbol.qualifiedName}${file.status === "added" ? " (new)" : ""}  ${countUses(uses)}`,
    );
  }
  const isPlain = file.symbols.length === 0 && file.status !== "deleted" && file.status !== "renamed";
  if (file.topLevel.length > 0 && file.status === "modified")
    lines.push(`${where}:${listRanges(file.topLevel)}  (top level)`);
  else if (isPlain && file.notIndexed === undefined)
    lines.push(`${where}:${listRanges(file.ranges)}  ${file.status}`);
  for (const symbol of file.removed) lines.push(`${where}  removed ${symbol.kind} ${symbol.qualifiedName}`);
  return lines;
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

function testLine({ path, of, tier }: TestToRun): string {
  const isOwn = of.length === 1 && of[0] === path;
  const shown = of.slice(0, MAX_NAMES_SHOWN).map(displayPath).join(", ");
  const more = of.length > MAX_NAMES_SHOWN ? `, +${of.length - MAX_NAMES_SHOWN}` : "";
  return `  ${displayPath(path)}  ${isOwn ? "changed itself" : `tests ${shown}${more}, ${tier}`}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`${title} (${lines.length}):`, ...lines] : [];
}

function nextStep(changes: Changes): string {
  const first = changes.files.flatMap((file) => file.symbols)[0];
  return first
    ? `next: clew trace "${displayPath(first.group.path)}#${first.group.qualifiedName}" --dependents`
    : "next: git diff shows the text of the change";
}

function dataOf(changes: Changes, impact: Impact): unknown {
  const files = changes.files.map(({ symbols, removed, ...file }) => ({
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
  const { affected, broken, tests, notTraced } = impact;
  return { ...changes, files, affected, broken, tests, notTraced };
}
