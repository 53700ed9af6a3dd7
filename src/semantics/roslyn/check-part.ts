/** Whether what the C# service says can be read. */
import { isCount, isListOf, isRecord, isText } from "../../supervision/shapes.ts";
import { USE_KINDS } from "./protocol.ts";

const USE_ROW = 3;
const DECLARED_ROW = 4;

export function isAnalysisPart(part: Record<string, unknown>): boolean {
  switch (part.type) {
    case "planned":
      return isText(part.compiler) && isListOf(part.paths, isText) && isListOf(part.orphans, isText);
    case "results":
      return isListOf(part.targets, isTargetRow) && isListOf(part.files, isFileUses);
    case "projects":
      return isListOf(part.projects, isProjectState);
    default:
      return false;
  }
}

function isTargetRow(row: unknown): boolean {
  // A number, then pairs of path and offset.
  return isListOf(row, (cell, at) => (at % 2 === 1 ? isText(cell) : isCount(cell))) && row.length % 2 === 1;
}

function isFileUses(file: unknown): boolean {
  if (!isRecord(file) || !isText(file.path)) return false;
  if (file.failure !== undefined) return isText(file.failure);
  return (
    isRows(file.uses, USE_ROW) &&
    isRows(file.assumed, USE_ROW) &&
    isRows(file.declared, DECLARED_ROW) &&
    isListOf(file.unresolved, isPlaced) &&
    isListOf(file.imports, isPlaced)
  );
}

/** Rows written one after the other, each beginning with the number of its kind. */
function isRows(list: unknown, width: number): boolean {
  const isCell = (cell: unknown, at: number) =>
    isCount(cell) && (at % width !== 0 || cell < USE_KINDS.length);
  return isListOf(list, isCell) && list.length % width === 0;
}

function isPlaced(pair: unknown): boolean {
  return Array.isArray(pair) && pair.length === 2 && isText(pair[0]) && isCount(pair[1]);
}

function isProjectState(project: unknown): boolean {
  return (
    isRecord(project) &&
    isText(project.path) &&
    isText(project.framework) &&
    isListOf(project.missing, isText)
  );
}
