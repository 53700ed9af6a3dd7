/** What the engine and the reading process say to each other, beside what every child says (supervision/protocol.ts). */
import type { ReadFiles } from "./contract.ts";
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
