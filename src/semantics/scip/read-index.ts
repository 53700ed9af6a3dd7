/** The parts of a SCIP index that edges are made of. Field numbers are those of scip.proto. */
import { eachField, readNumbers, readText } from "./protobuf-reader.ts";

/** What columns count. Indexers before this field counted UTF-16 units. */
export type ColumnUnit = "utf-8" | "utf-16" | "utf-32";

/** 0-based lines and columns, end exclusive. */
export interface ScipRange {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
}

export interface ScipOccurrence {
  range: ScipRange;
  symbol: string;
  roles: number;
}

export interface ScipRelationship {
  symbol: string;
  isReference: boolean;
  isImplementation: boolean;
}

export interface ScipSymbol {
  symbol: string;
  relationships: ScipRelationship[];
}

export interface ScipDocument {
  path: string;
  /** Present in few indexes. */
  text: string | null;
  columnUnit: ColumnUnit;
  occurrences: ScipOccurrence[];
  symbols: ScipSymbol[];
}

export interface ScipIndex {
  /** `scip-typescript 0.4.0` */
  tool: string;
  documents: ScipDocument[];
}

export const ROLE_DEFINITION = 0x1;
export const ROLE_IMPORT = 0x2;

const INDEX = { metadata: 1, documents: 2 };
const METADATA = { toolInfo: 2 };
const TOOL = { name: 1, version: 2 };
const DOCUMENT = { relativePath: 1, occurrences: 2, symbols: 3, text: 5, positionEncoding: 6 };
const OCCURRENCE = { range: 1, symbol: 2, roles: 3 };
const SYMBOL = { symbol: 1, relationships: 4 };
const RELATIONSHIP = { symbol: 1, isReference: 2, isImplementation: 3 };
const COLUMN_UNITS: readonly ColumnUnit[] = ["utf-16", "utf-8", "utf-16", "utf-32"];

export function readScipIndex(bytes: Uint8Array): ScipIndex {
  const index: ScipIndex = { tool: "scip", documents: [] };
  eachField(bytes, (field) => {
    if (field.number === INDEX.metadata) index.tool = readTool(field.bytes) || index.tool;
    else if (field.number === INDEX.documents) index.documents.push(readDocument(field.bytes));
  });
  return index;
}

function readTool(metadata: Uint8Array): string {
  const parts = ["", ""];
  eachField(metadata, (field) => {
    if (field.number !== METADATA.toolInfo) return;
    eachField(field.bytes, (part) => {
      if (part.number === TOOL.name) parts[0] = readText(part);
      else if (part.number === TOOL.version) parts[1] = readText(part);
    });
  });
  return parts
    .filter((part) => part !== "")
    .join("-")
    .slice(0, 100);
}

function readDocument(bytes: Uint8Array): ScipDocument {
  const document: ScipDocument = { path: "", text: null, columnUnit: "utf-16", occurrences: [], symbols: [] };
  eachField(bytes, (field) => {
    switch (field.number) {
      case DOCUMENT.relativePath:
        document.path = readText(field);
        break;
      case DOCUMENT.occurrences: {
        const occurrence = readOccurrence(field.bytes);
        if (occurrence) document.occurrences.push(occurrence);
        break;
      }
      case DOCUMENT.symbols:
        document.symbols.push(readSymbol(field.bytes));
        break;
      case DOCUMENT.text:
        document.text = readText(field);
        break;
      case DOCUMENT.positionEncoding:
        document.columnUnit = COLUMN_UNITS[field.value] ?? "utf-16";
        break;
    }
  });
  return document;
}

function readOccurrence(bytes: Uint8Array): ScipOccurrence | null {
  const range: number[] = [];
  let symbol = "";
  let roles = 0;
  eachField(bytes, (field) => {
    if (field.number === OCCURRENCE.range) range.push(...readNumbers(field));
    else if (field.number === OCCURRENCE.symbol) symbol = readText(field);
    else if (field.number === OCCURRENCE.roles) roles = field.value;
  });
  const [startLine, startColumn, third, fourth] = range;
  if (startLine === undefined || startColumn === undefined || third === undefined || symbol === "")
    return null;
  // Three numbers: the range ends on the line it starts on.
  const end =
    fourth === undefined ? { endLine: startLine, endColumn: third } : { endLine: third, endColumn: fourth };
  return { range: { startLine, startColumn, ...end }, symbol, roles };
}

function readSymbol(bytes: Uint8Array): ScipSymbol {
  const found: ScipSymbol = { symbol: "", relationships: [] };
  eachField(bytes, (field) => {
    if (field.number === SYMBOL.symbol) found.symbol = readText(field);
    else if (field.number === SYMBOL.relationships) found.relationships.push(readRelationship(field.bytes));
  });
  return found;
}

function readRelationship(bytes: Uint8Array): ScipRelationship {
  const found: ScipRelationship = { symbol: "", isReference: false, isImplementation: false };
  eachField(bytes, (field) => {
    if (field.number === RELATIONSHIP.symbol) found.symbol = readText(field);
    else if (field.number === RELATIONSHIP.isReference) found.isReference = field.value !== 0;
    else if (field.number === RELATIONSHIP.isImplementation) found.isImplementation = field.value !== 0;
  });
  return found;
}
