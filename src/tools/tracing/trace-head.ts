/** The first line of a trace: what was found, how sure, and what every occurrence of the name is. */
import { plural } from "../../core/counts.ts";
import { spokenName } from "../../core/spoken-name.ts";
import type { Accounting, Relation, SymbolGroup, TraceRow } from "../../engine/engine.ts";
import { tierCounts } from "../render-symbol.ts";
import { rowsInTests, type Shown, unlinkedSites } from "./trace-body.ts";

/** What one row is called, in the singular. */
export const NOUNS: Record<Relation, string> = {
  callers: "caller",
  callees: "callee",
  implementations: "implementation",
  references: "reference",
  dependencies: "dependency",
  dependents: "dependent",
};

export function isOutgoing(relation: Relation): boolean {
  return relation === "callees" || relation === "dependencies";
}

/** Users and where they use it; one user may do so in several places. */
interface Found {
  total: number;
  dispatched: number;
  /** Users of what overrides it alone. */
  overriding: number;
  sites: number;
}

export function countFound(shown: Shown): Found {
  const direct = shown.trace.rows.filter(({ depth, kind }) => depth === 1 && kind !== "tests");
  const own = direct.filter(({ via }) => via !== "dispatch" && via !== "override");
  const unlinked = unlinkedSites({ ...shown, withTests: true });
  const users = new Set([...own.map(userOf), ...unlinked.map(({ from }) => `${from}`)]);
  const dispatched = new Set(direct.filter(({ via }) => via === "dispatch").map(userOf));
  for (const user of users) dispatched.delete(user);
  const overriding = new Set(direct.filter(({ via }) => via === "override").map(userOf));
  for (const user of [...users, ...dispatched]) overriding.delete(user);
  const sites = new Set([
    ...direct.flatMap(({ site, lines }) => lines.map((line) => `${site}:${line}`)),
    ...unlinked.map(({ path, line }) => `${path}:${line}`),
  ]);
  return {
    total: users.size + shown.trace.leftOut,
    dispatched: dispatched.size,
    overriding: overriding.size,
    sites: sites.size,
  };
}

function userOf({ handle }: TraceRow): string {
  return handle;
}

export function traceHead(group: SymbolGroup, shown: Shown): string {
  const { relation, trace, accounting } = shown;
  const { total, dispatched, overriding, sites } = countFound(shown);
  const found = total + dispatched + overriding;
  const direct = trace.rows.filter(({ depth, kind }) => depth === 1 && kind !== "tests");
  const tiers = direct.length > 0 ? ` (${tierCounts(direct)}${trace.leftOut > 0 ? " shown" : ""})` : "";
  const parts = [
    `${completeness(shown, found)}${plural(total, NOUNS[relation])} of ${spokenName(group.qualifiedName)}`,
    dispatched > 0 ? ` + ${dispatched} by dispatch` : "",
    overriding > 0 ? ` + ${overriding} of overrides` : "",
    isOutgoing(relation) || sites <= found ? "" : ` at ${sites} sites`,
    tiers,
    overloads(group),
  ];
  const inTests = new Set(rowsInTests(shown).map(userOf)).size;
  const sections = [
    `${parts.join("")}${inTests > 0 ? `, ${inTests} in tests` : ""}`,
    accounting ? sumText(accounting) : sureness(group, shown, found),
    trace.belowTier > 0 ? `${plural(trace.belowTier, "link")} below the tier left out` : "",
  ];
  return sections.filter(Boolean).join(" · ");
}

/** Of several repositories only the symbol's own is accounted for, so nothing more is claimed. */
function completeness(shown: Shown, found: number): string {
  const { accounting, trace, repository } = shown;
  if (!accounting) return "";
  const isUncut = trace.leftOut === 0 && trace.belowTier === 0;
  const isWhole = accounting.isComplete && isUncut && listsEveryCall(shown, accounting);
  const where = repository === undefined ? "" : ` in ${spokenName(repository)}`;
  if (found > 0) return isWhole ? `complete${where}: ` : "";
  return isWhole ? `proven${where}: ` : "not proven: ";
}

/** What was counted and what is listed are found in two ways: one that is short of the other is not complete. */
function listsEveryCall({ trace, relation }: Shown, { callLines }: Accounting): boolean {
  if (relation !== "callers") return true;
  const direct = trace.rows.filter(({ depth, via }) => depth === 1 && via === undefined);
  const lines = new Set(direct.flatMap(({ site, lines }) => lines.map((line) => `${site}:${line}`)));
  return lines.size >= callLines;
}

function overloads({ hits, isFile }: SymbolGroup): string {
  return isFile || hits.length < 2 ? "" : `, ${hits.length} declarations`;
}

/**
 * `rg -w total: 12 places, all read: 5 calls, 1 import, 2 declarations, 3 mean others, 1 in comments`: whoever would search
 * beside this answer is told first what that search shows.
 */
function sumText(accounting: Accounting): string {
  const { name, occurrences, calls, dispatched, overridden, references, imports, declarations } = accounting;
  const { overrides, inText, unread } = accounting;
  const others = sum(accounting.others);
  const undecided = sum(accounting.undecided);
  const parts = [
    counted(calls, "call"),
    dispatched > 0 ? `${dispatched} by dispatch` : "",
    overridden > 0 ? `${overridden} of overrides` : "",
    counted(references, "reference"),
    counted(imports, "import"),
    counted(declarations, "declaration"),
    counted(overrides.length, "override"),
    others > 0 ? `${others} mean others` : "",
    undecided > 0 ? `${undecided} undecided` : "",
    inText > 0 ? `${inText} in comments, strings, documents` : "",
  ];
  const missing = unread.map(({ files, reason }) => `${plural(files, "file")} ${reason}`);
  const read = unread.length > 0 ? "in the files read" : "all read";
  const found = `rg -w ${spokenName(name)}: ${plural(occurrences, "place")}, ${read}`;
  return [`${found}: ${parts.filter(Boolean).join(", ")}`, ...missing].join("; ");
}

function counted(count: number, noun: string): string {
  return count > 0 ? plural(count, noun) : "";
}

function sum(items: readonly { count: number }[]): number {
  return items.reduce((total, { count }) => total + count, 0);
}

/** Where occurrences are not accounted for: uses that may be meant. */
function sureness(group: SymbolGroup, { relation, trace }: Shown, total: number): string {
  const name = spokenName(group.isFile ? group.path : group.hits[0]!.symbol.name);
  const unresolved = isOutgoing(relation) ? 0 : trace.unresolved;
  const parts = unresolved > 0 ? [`${plural(unresolved, "use")} of the name ${name} unresolved`] : [];
  if (total === 0)
    parts.push(
      isOutgoing(relation)
        ? `nothing that ${name} uses was resolved to a definition in this repository`
        : "zero is not proven",
    );
  return parts.join(", ");
}
