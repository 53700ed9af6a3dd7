/** What became of the sources of dependencies, line by line. */
import { displayPath } from "../core/rel-path.ts";
import type { IndexedSource, SourcesReport } from "../engine/engine.ts";

export function describeSources({ sources, forgotten }: SourcesReport): string[] {
  return [...sources.map(describeSource), ...forgotten.map((name) => `reference ${name} is needed no more`)];
}

const STATES: Readonly<Record<IndexedSource["state"], string>> = {
  indexed: "indexed",
  unchanged: "as it was",
  missing: "no sources",
  "left-out": "left out, too many are listed",
  failed: "not indexed",
};

function describeSource(source: IndexedSource): string {
  return `reference ${titleOf(source)}: ${STATES[source.state]}${restOf(source)}`;
}

/** Before anything is done. */
export function describePlannedSource(source: IndexedSource): string {
  const state = source.state === "indexed" ? "to be indexed" : STATES[source.state];
  return `${titleOf(source)}: ${state}${restOf(source)}`;
}

function titleOf(source: IndexedSource): string {
  return displayPath(`${source.package} ${source.version} (${source.ecosystem}, ${source.lock})`);
}

function restOf({ name, folder, note }: IndexedSource): string {
  const where = folder === null ? "" : ` ${name === null ? "" : `as ${name} `}at ${displayPath(folder)}`;
  return `${where}${note === null ? "" : `; ${displayPath(note)}`}`;
}
