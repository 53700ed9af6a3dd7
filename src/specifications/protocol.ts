/** What the engine and the reading process say to each other, beside what every child says (supervision/protocol.ts). */
import { isListOf, isRecord } from "../supervision/shapes.ts";
import { NOTHING_READ, type ReadFiles } from "./contract.ts";
import type { GivenFiles } from "./read-given.ts";

/** Raised with every change of a message; a process of another version is not used. */
export const PROTOCOL_VERSION = 1;

export interface ReadRequest {
  type: "read";
  id: number;
  /** Read one after the other, so that what ends the process is known: the first one without an answer. */
  units: readonly GivenFiles[];
}

export interface UnitRead {
  type: "unit";
  id: number;
  read: ReadFiles;
}

/** Whether what the process says can be read. */
export function isUnitRead({ type, read }: Record<string, unknown>): boolean {
  if (type !== "unit" || !isRecord(read)) return false;
  return Object.keys(NOTHING_READ).every((name) => isListOf(read[name], isRecord));
}
