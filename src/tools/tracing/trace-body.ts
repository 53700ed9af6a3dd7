/** Rows of a trace in groups: what is sure, what goes through a declaration, what is guessed, what is undecided. */
import { plural } from "../../core/counts.ts";
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { withoutRepository } from "../../core/qualified-places.ts";
import { displayPath } from "../../core/rel-path.ts";
import {
  type Accounting,
  type CrossedTrace,
  DOUBTS,
  isTestPath,
  type Relation,
  type Trace,
  type TraceRow,
} from "../../engine/engine.ts";
import { nameIn, nameOfHandle, traceLine, traceTree } from "../render-symbol.ts";
import { type Place, placeLines } from "./place-lines.ts";

export interface Shown {
  relation: Relation;
  trace: Trace & Partial<CrossedTrace>;
  accounting: Accounting | null;
  repository: string | undefined;
  /** Uses in tests are listed. */
  withTests: boolean;
  /** Where a function is handed on instead of called. */
  values: readonly TraceRow[];
  /** Lines of the likeliest undecided uses. */
  texts: ReadonlyMap<Accounting["undecided"][number], string>;
}

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
      rows.filter(({ via }) => via !== undefined && via !== "contract"),
      relation,
    ),
    ...contractLines(
      rows.filter(({ via }) => via === "contract"),
      relation,
    ),
  ];
  lines.push(...valueLines(shown));
  const guessed = direct.filter((row) => !isSure(row));
  if (guessed.length > 0)
    lines.push("guessed by name:", ...placeLines(guessed.map((row) => placeOf(row, relation))));
  lines.push(...testLine(shown), ...undecidedLines(shown), ...othersLine(shown));
  return lines;
}

/** Levels below each other cannot be grouped by file. */
function treeLines(shown: Shown): string[] {
  const { trace } = shown;
  return [...traceTree(trace).map(traceLine), ...undecidedLines(shown), ...othersLine(shown)];
}

function isSure({ tier }: TraceRow): boolean {
  return tier !== "heuristic";
}

export function isInTest(path: string, repository: string | undefined): boolean {
  return isTestPath(repository === undefined ? path : withoutRepository(repository, path));
}

/** Rows that are printed one by one: those in tests only when asked for, or when nothing else is there. */
export function listed({ trace, withTests, repository }: Shown): TraceRow[] {
  return trace.rows.filter(
    ({ site, kind }) => kind !== "tests" && (withTests || !isInTest(site, repository)),
  );
}

/** Edges of kind `tests` repeat calls; they are not sites of their own. */
export function rowsInTests({ trace, repository }: Shown): TraceRow[] {
  return trace.rows.filter(({ site, kind }) => kind !== "tests" && isInTest(site, repository));
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
    ({ role, path }) =>
      (relation !== "callers" || role === "call") && (withTests || !isInTest(path, repository)),
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
  const own = values.filter(({ site }) => withTests || !isInTest(site, repository));
  if (own.length === 0) return [];
  return [
    "as a value, not called:",
    ...placeLines(own.map((row) => placeOf({ ...row, kind: "calls" }, "callers"))),
  ];
}

function dispatchLines(rows: readonly TraceRow[], relation: Relation): string[] {
  const lines: string[] = [];
  for (const through of new Set(rows.map((row) => row.through))) {
    const own = rows.filter((row) => row.through === through);
    if (through !== undefined) lines.push(`through ${nameOfHandle(through)}:`);
    lines.push(
      ...placeLines(
        own.map((row) => {
          const place = placeOf(row, relation);
          return isSure(row) ? place : { ...place, label: `${place.label} (guessed)`.trim() };
        }),
      ),
    );
  }
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
  return all.filter(({ path }) => withTests || !isInTest(path, repository));
}

function undecidedLines(shown: Shown): string[] {
  const sites = undecidedSites(shown);
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
  const hidden = (shown.accounting?.undecided.length ?? 0) - sites.length;
  if (hidden > 0) lines.push(`undecided in tests, not listed: ${hidden}`);
  return lines;
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

function nameOfOther(what: string): string {
  return what.includes("#") && pathOfHandle(what as Handle) !== what ? nameOfHandle(what as Handle) : what;
}
