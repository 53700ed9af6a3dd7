/** Rows of a trace in groups: what is sure, what goes through a declaration, what is guessed, what is undecided. */
import { plural } from "../../core/counts.ts";
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { withoutRepository } from "../../core/qualified-places.ts";
import { displayPath } from "../../core/rel-path.ts";
import { spokenName } from "../../core/spoken-name.ts";
import {
  type Accounting,
  type CrossedTrace,
  DOUBTS,
  isTestHandle,
  isTestPath,
  type Relation,
  type Trace,
  type TraceRow,
} from "../../engine/engine.ts";
import { nameIn, nameOfHandle, traceLine, traceTree } from "../render-symbol.ts";
import { type Place, placeLines } from "./place-lines.ts";

type UndecidedSite = Accounting["undecided"][number];

export interface Shown {
  relation: Relation;
  trace: Trace & Partial<CrossedTrace>;
  accounting: Accounting | null;
  repository: string | undefined;
  /** Name of the type that the symbol is a member of. */
  owner: string | null;
  /** Uses in tests are listed. */
  withTests: boolean;
  /** Undecided uses are all listed, however unlikely. */
  withUndecided: boolean;
  /** Where a function is handed on instead of called. */
  values: readonly TraceRow[];
  /** Lines of the likeliest undecided uses. */
  texts: ReadonlyMap<UndecidedSite, string>;
}

/** Overrides that are named one by one. */
const MAX_OVERRIDES = 20;

/** Relations whose rows say who uses the symbol: every occurrence of its name is accounted for. */
export const ACCOUNTED: ReadonlySet<Relation> = new Set(["callers", "references", "dependents"]);

export function traceBody(shown: Shown): string[] {
  const { trace, relation } = shown;
  if (trace.rows.some(({ depth }) => depth > 1)) return treeLines(shown);
  const rows = listed(shown);
  const direct = rows.filter(({ via }) => via === undefined);
  const lines = [
    ...placeLines([...direct.filter(isSure).map((row) => placeOf(row, relation)), ...unlinkedPlaces(shown)]),
    ...dispatchLines(
      rows.filter(({ via }) => via === "dispatch" || via === "inheritance"),
      relation,
    ),
    ...overrideLines(rows, shown),
    ...contractLines(
      rows.filter(({ via }) => via === "contract"),
      relation,
    ),
  ];
  lines.push(...valueLines(shown));
  const guessed = direct.filter((row) => !isSure(row));
  if (guessed.length > 0)
    lines.push("guessed by name:", ...placeLines(guessed.map((row) => placeOf(row, relation))));
  lines.push(...testLine(shown), ...undecidedLines(shown), ...othersLine(shown), ...lastLine(shown));
  return lines;
}

/** Levels below each other cannot be grouped by file. */
function treeLines(shown: Shown): string[] {
  const { trace } = shown;
  return [
    ...traceTree(trace).map(traceLine),
    ...undecidedLines(shown),
    ...othersLine(shown),
    ...lastLine(shown),
  ];
}

function isSure({ tier }: TraceRow): boolean {
  return tier !== "heuristic";
}

/** `from`: the symbol around a use, which may be a test in a file that is none. */
export function isInTest(path: string, repository: string | undefined, from = ""): boolean {
  return (
    isTestPath(repository === undefined ? path : withoutRepository(repository, path)) || isTestHandle(from)
  );
}

/** Rows that are printed one by one: those in tests only when asked for, or when nothing else is there. */
export function listed({ trace, withTests, repository }: Shown): TraceRow[] {
  return trace.rows.filter((row) => row.kind !== "tests" && (withTests || !isRowInTest(row, repository)));
}

/** Edges of kind `tests` repeat calls; they are not sites of their own. */
export function rowsInTests({ trace, repository }: Shown): TraceRow[] {
  return trace.rows.filter((row) => row.kind !== "tests" && isRowInTest(row, repository));
}

/** A row may be of another repository than the symbol. */
function isRowInTest({ site, handle, repository }: TraceRow, home: string | undefined): boolean {
  return isInTest(site, repository ?? home, handle);
}

function placeOf({ site, handle, lines, kind }: TraceRow, relation: Relation): Place {
  const isExpected = kind === "calls" && relation !== "dependencies";
  const name = handle === (site as Handle) ? "" : nameIn(site, handle);
  return { path: site, lines, label: [name, isExpected ? "" : `(${kind})`].filter(Boolean).join(" ") };
}

/** Uses that edges do not hold, where the relation asks for their kind. */
export function unlinkedSites({
  accounting,
  relation,
  withTests,
  repository,
}: Shown): Accounting["unlinked"] {
  return (accounting?.unlinked ?? []).filter(
    ({ role, path, from }) =>
      (relation !== "callers" || role === "call") && (withTests || !isInTest(path, repository, from)),
  );
}

function unlinkedPlaces(shown: Shown): Place[] {
  return unlinkedSites(shown).map(({ path, line, from, role }) => {
    const name = from === (path as Handle) ? "" : nameIn(path, from);
    const kind = role === "call" ? "" : "(references)";
    return { path, lines: [line], label: [name, kind].filter(Boolean).join(" ") };
  });
}

function valueLines({ values, withTests, repository }: Shown): string[] {
  const own = values.filter((row) => withTests || !isRowInTest(row, repository));
  if (own.length === 0) return [];
  return [
    "as a value, not called:",
    ...placeLines(own.map((row) => placeOf({ ...row, kind: "calls" }, "callers"))),
  ];
}

function guessable(row: TraceRow, relation: Relation): Place {
  const place = placeOf(row, relation);
  return isSure(row) ? place : { ...place, label: `${place.label} (guessed)`.trim() };
}

function dispatchLines(rows: readonly TraceRow[], relation: Relation): string[] {
  const lines: string[] = [];
  for (const through of new Set(rows.map((row) => row.through))) {
    const own = rows.filter((row) => row.through === through);
    if (through !== undefined) lines.push(`through ${nameOfHandle(through)}:`);
    lines.push(...placeLines(own.map((row) => guessable(row, relation))));
  }
  return lines;
}

/** Uses of what overrides the symbol, and where it is overridden: a change of its signature has to follow there. */
function overrideLines(
  rows: readonly TraceRow[],
  { relation, accounting, withTests, repository }: Shown,
): string[] {
  const uses = rows.filter(({ via }) => via === "override");
  const declared = accounting?.overrides ?? [];
  const own = declared.filter(({ path }) => withTests || !isInTest(path, repository));
  const lines: string[] = [];
  if (uses.length > 0)
    lines.push("of overrides:", ...placeLines(uses.map((row) => guessable(row, relation))));
  if (own.length === 0) return lines;
  const places = own.slice(0, MAX_OVERRIDES).map(({ path, line, from }) => ({
    path,
    lines: [line],
    label: nameIn(path, from),
  }));
  const rest = own.length - places.length;
  lines.push("overridden at:", ...placeLines(places));
  if (rest > 0) lines.push(`and ${rest} more: the relation implementations lists them`);
  return lines;
}

/** Calls that leave the code, below what they ask for. */
function contractLines(rows: readonly TraceRow[], relation: Relation): string[] {
  return [...new Set(rows.map((row) => row.contract))].flatMap((contract) => {
    const own = rows.filter((row) => row.contract === contract);
    const guess = own.every(isSure) ? "" : ", guessed";
    return [`over ${contract}${guess}:`, ...placeLines(own.map((row) => placeOf(row, relation)))];
  });
}

function testLine(shown: Shown): string[] {
  if (shown.withTests) return [];
  const rows = rowsInTests(shown);
  if (rows.length === 0) return [];
  const sites = new Set(rows.flatMap(({ site, lines }) => lines.map((line) => `${site}:${line}`)));
  const files = new Set(rows.map(({ site }) => site));
  return [`tests, not listed: ${plural(sites.size, "site")} in ${plural(files.size, "file")}`];
}

/** Undecided uses that are listed, likeliest first. */
export function undecidedSites({
  accounting,
  withTests,
  repository,
}: Pick<Shown, "accounting" | "withTests" | "repository">): Accounting["undecided"] {
  const all = accounting?.undecided ?? [];
  return all.filter(({ path, from }) => withTests || !isInTest(path, repository, from));
}

/** Of a common name hundreds may be undecided: likely ones are listed, the rest is counted by reason. */
const MAX_UNDECIDED = 25;
const MANY_UNDECIDED = 60;
const LIKELY = 0.5;

function undecidedLines(shown: Shown): string[] {
  const all = undecidedSites(shown);
  const most = all.length > MANY_UNDECIDED ? 0 : MAX_UNDECIDED;
  const isListed = (site: UndecidedSite, at: number) =>
    shown.withUndecided || at < most || site.likelihood >= LIKELY;
  const sites = all.filter(isListed);
  const lines: string[] = [];
  for (const doubt of new Set(sites.map((site) => site.doubt))) {
    lines.push(`undecided, ${DOUBTS[doubt]}:`);
    const own = sites.filter((site) => site.doubt === doubt);
    for (const site of own) {
      const text = shown.texts.get(site);
      if (text !== undefined) lines.push(`${displayPath(site.path)}:${site.line}  ${text}`);
    }
    const bare = own.filter((site) => !shown.texts.has(site));
    lines.push(...placeLines(bare.map(({ path, line }) => ({ path, lines: [line], label: "" }))));
  }
  lines.push(
    ...unlikelyLine(
      all.filter((site, at) => !isListed(site, at)),
      shown.owner,
    ),
  );
  const hidden = (shown.accounting?.undecided.length ?? 0) - all.length;
  if (hidden > 0) lines.push(`undecided in tests, not listed: ${hidden}`);
  return lines;
}

function unlikelyLine(sites: readonly UndecidedSite[], owner: string | null): string[] {
  if (sites.length === 0) return [];
  const reasons = [...new Set(sites.map(({ doubt }) => doubt))].map(
    (doubt) => `${sites.filter((site) => site.doubt === doubt).length} ${DOUBTS[doubt]}`,
  );
  const files = new Set(sites.map(({ path }) => path)).size;
  const why = owner === null ? "" : `, none on a receiver called like ${owner}`;
  return [
    `undecided, unlikely${why}: ${plural(sites.length, "line")} in ${plural(files, "file")} (${reasons.join(", ")}); undecided lists them`,
  ];
}

const MAX_OTHERS = 3;

/** What the occurrences mean that mean something else. */
function othersLine({ accounting }: Shown): string[] {
  const others = accounting?.others ?? [];
  if (others.length === 0) return [];
  const shown = others.slice(0, MAX_OTHERS).map(({ what, count }) => `${count} ${nameOfOther(what)}`);
  const rest = others.slice(MAX_OTHERS).reduce((sum, { count }) => sum + count, 0);
  return [`others: ${shown.join(", ")}${rest > 0 ? `, ${rest} more` : ""}`];
}

/** Whoever would search the text for the name beside this answer is told that it is done. */
function lastLine({ accounting }: Shown): string[] {
  if (!accounting || accounting.unread.length > 0) return [];
  const isDecided = accounting.undecided.length === 0;
  const search = `rg -w ${spokenName(accounting.name)} shows no other use`;
  return [isDecided ? `no search needed: ${search}` : `open is only what is undecided: ${search}`];
}

function nameOfOther(what: string): string {
  return what.includes("#") && pathOfHandle(what as Handle) !== what ? nameOfHandle(what as Handle) : what;
}
