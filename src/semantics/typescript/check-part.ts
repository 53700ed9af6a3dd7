/** Whether what the compiler process says can be read: links are stored as they come. */
import { EDGE_KINDS, TIERS } from "../../core/edges.ts";
import { isCount, isListOf, isRecord, isText } from "../../supervision/shapes.ts";

const KINDS: ReadonlySet<unknown> = new Set(EDGE_KINDS);
const TIER_NAMES: ReadonlySet<unknown> = new Set(TIERS);

export function isAnalysisPart(part: Record<string, unknown>): boolean {
  if (part.type === "planned") return isListOf(part.paths, isText) && isListOf(part.problems, isProblem);
  return part.type === "results" && isListOf(part.results, isAnalysedFile);
}

function isProblem(problem: unknown): boolean {
  return isRecord(problem) && isText(problem.path) && isText(problem.message);
}

function isAnalysedFile(file: unknown): boolean {
  if (!isRecord(file) || !isText(file.path)) return false;
  return file.links === undefined ? isText(file.skipped) && isText(file.detail) : isFileLinks(file.links);
}

function isFileLinks(links: unknown): boolean {
  return (
    isRecord(links) &&
    isText(links.extractor) &&
    isListOf(links.edges, isEdge) &&
    isListOf(links.unresolved, isUnresolved) &&
    [links.unknown, links.dependencies, links.shown].every((list) => isListOf(list, isCount))
  );
}

function isEdge(edge: unknown): boolean {
  return (
    isRecord(edge) &&
    isText(edge.from) &&
    isText(edge.to) &&
    KINDS.has(edge.kind) &&
    TIER_NAMES.has(edge.tier) &&
    isListOf(edge.lines, isCount)
  );
}

function isUnresolved(use: unknown): boolean {
  return (
    isRecord(use) && isText(use.name) && isText(use.from) && isCount(use.line) && isCount(use.candidates)
  );
}
