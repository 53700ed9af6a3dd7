/** What the engine and the C# service say to each other, beside what every child says (supervision/protocol.ts). */

/** Raised with every change of a message; sidecars/roslyn/Server.cs has the same number. */
export const PROTOCOL_VERSION = 2;

/** Of the links; raised with every change of what is made of what the service says, and of what it says. */
export const ROSLYN_REVISION = "3";

export interface FileText {
  path: string;
  text: string;
}

export type ToService =
  /** Starts over without files. */
  | { type: "open" }
  /** May come in several parts before `analyse`. */
  | { type: "change"; changed: FileText[]; removed: string[] }
  /** `packages`: the user's folder of NuGet packages, or null to do without. */
  | { type: "analyse"; id: number; wanted: string[]; packages: string | null };

/** By their number in the protocol. */
export const USE_KINDS = [
  "calls",
  "references",
  "imports",
  "inherits",
  "implements",
  "overrides",
  "extends",
] as const;

/** A number that stands for a symbol in other messages, then path and offset of each of its declarations, the primary one first. */
export type TargetRow = [target: number, ...places: (string | number)[]];

/** Uses of one file, in offsets of its text; lists of numbers are rows written one after the other. */
export interface FileUses {
  path: string;
  /** The compiler failed at this file; nothing else is said of it. */
  failure?: string;
  /** [kind, offset of the use, target] */
  uses: number[];
  /** The same, where a value of a library that is not here is taken for the one type that it was asked for. */
  assumed: number[];
  /** What a declaration says of itself: [kind, offset of its name, offset of the saying, target] */
  declared: number[];
  /** Called names of which the compiler cannot tell what they mean. */
  unresolved: [name: string, offset: number][];
  /** Files that a using directive brings in. */
  imports: [path: string, offset: number][];
}

export interface ProjectState {
  path: string;
  framework: string;
  /** Packages that it names and that are not on this machine. */
  missing: string[];
}

export type AnalysisPart =
  /** The projects are read; these files will follow. `orphans` are sources that no project compiles. */
  | { type: "planned"; id: number; compiler: string; paths: string[]; orphans: string[] }
  | { type: "results"; id: number; targets: TargetRow[]; files: FileUses[] }
  | { type: "projects"; id: number; projects: ProjectState[] };
