/** Everything a query found in one file, sorted into what it is; plain numbers, nothing of the tree. */
import type { ExportFact, ImportFact, ReferenceKind, SymbolKind } from "../../core/facts.ts";

/** A captured stretch: UTF-16 offsets, 1-based line, 0-based column of its start. */
export interface Place {
  start: number;
  end: number;
  line: number;
  column: number;
}

export interface DefinitionCapture {
  kind: SymbolKind;
  pattern: number;
  node: Place;
  name: Place;
  parameters?: Place;
  returns?: Place;
  valueType?: Place;
  value?: Place;
  body?: Place;
  receiverType?: Place;
}

export interface ReferenceCapture {
  kind: ReferenceKind;
  pattern: number;
  name: Place;
  receiver?: Place;
}

export interface BindingCapture {
  pattern: number;
  node: Place;
  name: Place;
  type?: Place;
  value?: Place;
  /** What it is taken from, and how: `[*]` for an element, `#1` for the second of several results, `[as]` for what entering it gives. */
  part?: { of: Place; name: string };
  isParameter: boolean;
}

export interface ObjectCapture {
  node: Place;
  type: Place;
}

export interface BaseCapture {
  relation: "extends" | "implements";
  node: Place;
}

export interface Captures {
  definitions: DefinitionCapture[];
  references: ReferenceCapture[];
  bindings: BindingCapture[];
  bases: BaseCapture[];
  objects: ObjectCapture[];
  /** With the offset of the statement, so that the parts of one statement can be joined. */
  imports: { at: Place; fact: ImportFact }[];
  exports: { at: Place; fact: ExportFact }[];
  packages: Place[];
  modifiers: Place[];
  annotations: Place[];
  wrappers: Place[];
  branches: Place[];
  scopes: Place[];
  comments: Place[];
  docs: Place[];
}

export function emptyCaptures(): Captures {
  return {
    definitions: [],
    references: [],
    bindings: [],
    bases: [],
    objects: [],
    imports: [],
    exports: [],
    packages: [],
    modifiers: [],
    annotations: [],
    wrappers: [],
    branches: [],
    scopes: [],
    comments: [],
    docs: [],
  };
}

/** Outer before inner: by start, then the longer first. */
export function byPlace(a: Place, b: Place): number {
  return a.start - b.start || b.end - a.end;
}

/** Sorted, each place once: several patterns may capture the same node. */
export function sortPlaces(places: Place[]): Place[] {
  places.sort(byPlace);
  return places.filter(
    (place, at) => at === 0 || places[at - 1]!.start !== place.start || places[at - 1]!.end !== place.end,
  );
}
