import { formatCount, plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { ViewPlan } from "../engine/engine.ts";

const MAX_SHOWN = 20;

/** A plan as lines: what would be done, and why. */
export function planLines(plan: ViewPlan): string[] {
  const { changed, removed, renamed, links } = plan;
  const parsed = changed.filter(({ isKnown }) => !isKnown).length;
  const about = `about ${(plan.estimatedMs / 1_000).toFixed(1)} s`;
  if (plan.generation === 0)
    return [`first index: ${plural(changed.length, "file")} to parse and link, ${about}`];
  if (changed.length + removed.length + (links?.length ?? 0) === 0)
    return [`nothing to do: ${formatCount(plan.unchanged + plan.restamped)} files are as indexed`];
  const moved = new Map(renamed.map(({ from, to }) => [from, to]));
  return [
    `${plural(parsed, "file")} to parse, ${changed.length - parsed} known by content, ${removed.length} to remove, ${linkCount(plan)} to link, ${about}`,
    ...shown(
      changed,
      ({ path, reason, isKnown }) => `${isKnown ? "reuse" : "parse"}  ${displayPath(path)}  ${reason}`,
    ),
    ...shown(removed, (path) => {
      const to = moved.get(path);
      return `remove ${displayPath(path)}  ${to === undefined ? "no longer there" : `renamed to ${displayPath(to)}`}`;
    }),
    ...shown(links ?? [], ({ path, reason, because, compiler, edges }) => {
      const whose = because.length > 0 ? ` (${because.slice(0, 3).map(displayPath).join(", ")})` : "";
      return `link   ${displayPath(path)}  ${reason}${whose}${goneEdges(edges)}${compiler ? `; ${compiler} is asked again` : ""}`;
    }),
  ];
}

function goneEdges(edges: NonNullable<ViewPlan["links"]>[number]["edges"]): string {
  const gone = edges.filter(({ action }) => action === "remove").reduce((sum, one) => sum + one.edges, 0);
  return gone > 0 ? `; ${plural(gone, "edge")} without a target` : "";
}

function linkCount({ links }: ViewPlan): string {
  return links === null ? "others (too many changes to say which)" : String(links.length);
}

function shown<T>(items: readonly T[], line: (item: T) => string): string[] {
  const more = items.length > MAX_SHOWN ? [`… ${formatCount(items.length - MAX_SHOWN)} more`] : [];
  return [...items.slice(0, MAX_SHOWN).map(line), ...more];
}
