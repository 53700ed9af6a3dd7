/** A change and what it touches as markdown, for a comment on a review. */
import { plural } from "../core/counts.ts";
import { handleOf } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { displayPath } from "../core/rel-path.ts";
import type { AffectedUse, BrokenUse, ChangedFile, Changes, Impact, TestToRun } from "../engine/engine.ts";
import { countUses, nameAt, undecidedLines } from "./changes-lines.ts";
import { nameOfHandle } from "./render-symbol.ts";

const MAX_AFFECTED = 40;
const MAX_TESTS = 40;

export function markdownLines(changes: Changes, impact: Impact): string[] {
  return [
    ...list("Broken", impact.broken.map(brokenItem)),
    ...list(
      "Changed",
      changes.files.flatMap((file) => fileItems(file, impact)),
    ),
    ...list("Affected", impact.affected.map(affectedItem), MAX_AFFECTED),
    ...list("Undecided", undecidedLines(impact.undecided).map(undecidedItem), MAX_AFFECTED),
    ...list("Tests to run", impact.tests.map(testItem), MAX_TESTS),
  ];
}

function list(title: string, items: readonly string[], most = Number.POSITIVE_INFINITY): string[] {
  if (items.length === 0) return [];
  const more = items.length > most ? [`- … ${items.length - most} more`] : [];
  return [
    `### ${title} (${items.length})`,
    "",
    ...items.slice(0, most).map((item) => `- ${item}`),
    ...more,
    "",
  ];
}

/** As code: nothing in a name is read as markup, whatever ticks it holds. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function place(path: string, line?: number): string {
  return code(line === undefined ? displayPath(path) : `${displayPath(path)}:${line}`);
}

function brokenItem({ from, line, name, kind, was, movedTo }: BrokenUse): string {
  const file = pathOfHandle(was);
  const what =
    kind === "import"
      ? `imports ${place(file)}${name === file ? "" : ` ${code(name)}`}`
      : `uses ${code(name)}`;
  const now = movedTo === undefined ? "which is gone" : `which is now ${code(nameOfHandle(movedTo))}`;
  return `${place(pathOfHandle(from), line)} ${what}, ${now}`;
}

function fileItems(file: ChangedFile, impact: Impact): string[] {
  const where = place(file.path);
  if (file.status === "renamed") return [`${where} renamed from ${place(file.from!)}`];
  if (file.status === "deleted") return [`${where} deleted`];
  if (file.status === "added") return [`${where} new`];
  const symbols = file.symbols.map(({ symbol, change }) => {
    const uses = countUses(impact.usesOf.get(handleOf(file.path, symbol)));
    const mark = change === "signature" ? "**signature changed**, " : change === "new" ? "new, " : "";
    return `${place(file.path, symbol.span.startLine)} ${symbol.kind} ${code(symbol.qualifiedName)}: ${mark}${uses}`;
  });
  const removed = file.removed.map(
    (symbol) => `${where} removed ${symbol.kind} ${code(symbol.qualifiedName)}`,
  );
  const items = [...symbols, ...removed];
  return items.length > 0 ? items : [`${where} changed outside of symbols`];
}

function affectedItem(use: AffectedUse): string {
  const far = use.distance > 1 ? `, ${plural(use.distance, "step")} away` : "";
  const via = use.via === undefined ? "" : `, by ${use.via}`;
  return `${place(use.site, use.lines[0])} ${code(nameAt(use.handle))} ${use.kin ?? "uses"} ${code(use.of)} (${use.tier}${far}${via})`;
}

function undecidedItem(line: string): string {
  const [where, of, ...doubt] = line.trim().split("  ");
  return `${code(where!)} may use ${code(of!.replace(/\?$/, ""))}: ${doubt.join(" ")}`;
}

function testItem({ path, of, tier, distance, isChanged }: TestToRun): string {
  const far = distance !== null && distance > 1 ? `, ${plural(distance, "step")} away` : "";
  const reason = of.length > 0 ? `tests ${of.slice(0, 3).map(code).join(", ")} (${tier}${far})` : "";
  return `${place(path)} ${[reason, isChanged ? "changed itself" : ""].filter(Boolean).join("; ")}`;
}
