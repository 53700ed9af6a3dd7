/** A change and what it touches as lines: one per changed symbol, broken use, test and affected use. */
import { plural } from "../core/counts.ts";
import { handleOf } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { displayPath } from "../core/rel-path.ts";
import {
  type AffectedUse,
  type BrokenUse,
  type ChangedFile,
  type ChangedSymbol,
  type Changes,
  DOUBTS,
  type Impact,
  type LineRange,
  type TestToRun,
  type UndecidedUse,
} from "../engine/engine.ts";
import { nameOfHandle, placeOf, tierCounts } from "./render-symbol.ts";

const MAX_RANGES_SHOWN = 6;
const MAX_NAMES_SHOWN = 4;

/** Changed files come first, but a long list of them must not push what to check out of the first page. */
const MAX_FILE_LINES_FIRST = 60;

export function bodyLines(changes: Changes, impact: Impact): string[] {
  const files = changes.files.flatMap((file) => fileLines(file, impact));
  const imports = impact.broken.filter(({ kind }) => kind === "import");
  const uses = impact.broken.filter(({ kind }) => kind === "use");
  const late = files.slice(MAX_FILE_LINES_FIRST);
  return [
    ...files.slice(0, MAX_FILE_LINES_FIRST),
    ...(late.length > 0 ? [`… ${late.length} more lines of changed files at the end`] : []),
    ...section("broken imports", imports.map(brokenLine)),
    ...section("uses of removed names", uses.map(brokenLine)),
    ...section("tests to run", impact.tests.map(testLine)),
    ...section("affected", impact.affected.map(affectedLine)),
    ...section("undecided, may use what has another signature", undecidedLines(impact.undecided)),
    ...section("more changed files", late),
  ];
}

export function headLine(changes: Changes, impact: Impact): string {
  const symbols = changes.files.reduce((sum, file) => sum + file.symbols.length, 0);
  const signatures = changes.files
    .flatMap((file) => file.symbols)
    .filter(({ change }) => change === "signature");
  const removed = changes.files.reduce((sum, file) => sum + file.removed.length, 0);
  const imports = impact.broken.filter(({ kind }) => kind === "import").length;
  const uses = impact.broken.length - imports;
  const users = impact.affected.length > 0 ? ` (${tierCounts(impact.affected)})` : "";
  const counts = [
    `${plural(changes.files.length, "file")} ${changes.described}`,
    `${plural(symbols, "symbol")}${signatures.length > 0 ? ` (${signatures.length} with another signature)` : ""}`,
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(imports > 0 ? [plural(imports, "broken import")] : []),
    ...(uses > 0 ? [`${plural(uses, "use")} of removed names`] : []),
    `${plural(impact.affected.length, "affected use")}${users}`,
    ...(impact.undecided.length > 0 ? [`${impact.undecided.length} undecided`] : []),
    `${plural(impact.tests.length, "test file")} to run`,
  ];
  return counts.join(", ");
}

function brokenLine({ from, line, name, kind, was, movedTo, tier }: BrokenUse): string {
  const file = pathOfHandle(was);
  const what =
    kind === "import"
      ? `imports ${displayPath(file)}${name === file ? "" : ` ${name}`}`
      : `uses removed ${name}`;
  const now = movedTo === undefined ? "" : `, now ${nameOfHandle(movedTo)}`;
  const sureness = tier === "heuristic" ? ", heuristic" : "";
  return `  ${displayPath(pathOfHandle(from))}:${line}  ${nameAt(from)}  ${what}${now}${sureness}`;
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
      const symbols = file.symbols.map((changed) => symbolLine(file, changed, impact));
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

function symbolLine(file: ChangedFile, { symbol, change }: ChangedSymbol, impact: Impact): string {
  const { startLine, endLine } = symbol.span;
  const inside = file.ranges
    .filter(({ start, end }) => start <= endLine && Math.max(start, end) >= startLine)
    .map(({ start, end }) => ({ start: Math.max(start, startLine), end: Math.min(end, endLine) }));
  const named = `${displayPath(file.path)}:${listRanges(inside)}  ${symbol.kind} ${symbol.qualifiedName}`;
  // A heading has no callers to count.
  if (symbol.kind === "section") return named;
  const mark = change === "signature" ? "signature changed, " : "";
  return `${named}  ${mark}${countUses(impact.usesOf.get(handleOf(file.path, symbol)))}`;
}

export function listRanges(ranges: readonly LineRange[]): string {
  const shown = ranges
    .slice(0, MAX_RANGES_SHOWN)
    .map(({ start, end }) => (end > start ? `${start}-${end}` : `${Math.max(1, start)}`));
  const more = ranges.length > MAX_RANGES_SHOWN ? `,+${ranges.length - MAX_RANGES_SHOWN}` : "";
  return `${shown.join(",")}${more}`;
}

/** `2 callers (2 resolved), 1 other use (1 heuristic)`. */
export function countUses(uses: readonly AffectedUse[] | undefined): string {
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
  const way = [
    ...(use.distance > 1 && use.kin === undefined ? [`${use.distance} steps away`] : []),
    ...wayOf(use),
  ];
  const what =
    use.kin === undefined && use.distance > 1 ? `depends on ${use.of}` : `${use.kin ?? use.kind} ${use.of}`;
  return `  ${place}${more}  ${nameAt(use.handle)}  ${[what, use.tier, ...way].join(", ")}`;
}

function wayOf({ via, through }: AffectedUse): string[] {
  const words = [
    ...(via === undefined ? [] : [via]),
    ...(through === undefined ? [] : [`through ${displayPath(through)}`]),
  ];
  return words.length > 0 ? [words.join(" ")] : [];
}

/** One line per file and changed symbol, in the order of the likeliest of each. */
export function undecidedLines(uses: readonly UndecidedUse[]): string[] {
  const groups = new Map<string, UndecidedUse[]>();
  for (const use of uses) {
    const key = `${use.path}\0${use.of}\0${use.doubt}`;
    groups.set(key, [...(groups.get(key) ?? []), use]);
  }
  return [...groups.values()].map((group) => {
    const [{ path, of, doubt }] = group as [UndecidedUse];
    const lines = [...new Set(group.map(({ line }) => line))].sort((a, b) => a - b);
    const shown = lines.slice(0, MAX_RANGES_SHOWN).join(",");
    const more = lines.length > MAX_RANGES_SHOWN ? `,+${lines.length - MAX_RANGES_SHOWN}` : "";
    return `  ${displayPath(path)}:${shown}${more}  ${of}?  ${DOUBTS[doubt]}`;
  });
}

/** The symbol alone: its file is named before it. */
export function nameAt(handle: AffectedUse["handle"]): string {
  const path = pathOfHandle(handle);
  return handle === handleOf(path) ? "(top level)" : nameOfHandle(handle).slice(displayPath(path).length + 1);
}

function testLine({ path, of, tier, isChanged, distance }: TestToRun): string {
  const shown = of.slice(0, MAX_NAMES_SHOWN).map(displayPath).join(", ");
  const more = of.length > MAX_NAMES_SHOWN ? `, +${of.length - MAX_NAMES_SHOWN}` : "";
  const far = distance !== null && distance > 1 ? `, ${distance} steps away` : "";
  const reasons = [
    ...(of.length > 0 ? [`tests ${shown}${more}, ${tier}${far}`] : []),
    ...(isChanged ? ["changed itself"] : []),
  ];
  return `  ${displayPath(path)}  ${reasons.join("; ")}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`${title} (${lines.length}):`, ...lines] : [];
}
