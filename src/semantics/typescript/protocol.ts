/** What the engine and the compiler process say to each other, beside what every child says (supervision/protocol.ts). */
import type { PackageProblem } from "../contract.ts";
import type { AnalysedFile, FileInput } from "./project.ts";

/** Raised with every change of a message; a process of another version is not used. */
export const PROTOCOL_VERSION = 3;

/** Of the links; raised with every change of what is made of a program, a newer compiler included. */
export const TYPESCRIPT_REVISION = "1";

export type ToService =
  /** Starts over with an empty view of this root. */
  | { type: "open"; root: string }
  /** May come in several parts before `analyse`. */
  | { type: "change"; changed: FileInput[]; removed: string[] }
  | { type: "analyse"; id: number; wanted: string[] | "all" };

export type AnalysisPart =
  /** The program is built; these files will follow. `problems` are of its configuration files. */
  | { type: "planned"; id: number; paths: string[]; problems: PackageProblem[] }
  | { type: "results"; id: number; results: AnalysedFile[] };
