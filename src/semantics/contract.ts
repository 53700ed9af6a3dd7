/**
 * What clew asks of whatever knows more than rules can: a compiler, a language server, an index of another tool. A
 * provider is one folder beside this file and one line in `providers.ts`.
 *
 * Files that a provider cannot speak for, and those it fails at, keep the links they have. What it says replaces links
 * of lower tiers file by file (`merge-links.ts`) and is published in one generation.
 */
import type { EdgeKind, FileLinks } from "../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../core/facts.ts";

export interface ProviderDefinition {
  /** Stored with every link it makes; once released, never given to another. */
  id: string;
  /**
   * Raised with every change of the links it makes: it ends their version, behind a `/`, and links of another one are made again when it is
   * next asked. Absent where links are not of our making.
   */
  revision?: string;
  /** For a provider that answers from the tree itself: asked by `clew index --semantic`. */
  open?(limits?: ProviderLimits): SemanticsProvider;
  /** For a provider that takes over what another tool found: asked by `clew import`. */
  openImport?(bytes: Uint8Array): SemanticsProvider;
}

/** Of the process that a provider may start. */
export interface ProviderLimits {
  memoryMb: number;
  /** Nobody asked for so long: it ends. */
  idleMs: number;
  /** Computing time for loading a project, and for each file of it. */
  loadMs: number;
  fileMs: number;
}

/** How the process of a provider is; `stopped`: it crashed too often and is left alone for a while. */
export interface ProviderStatus {
  state: "off" | "idle" | "busy" | "stopped" | "closed";
  rssMb: number | null;
  lastError: { code: string; message: string } | null;
}

export interface SemanticsProvider {
  /** Kinds of edges that it makes complete for a file. */
  readonly edgeKinds: readonly EdgeKind[];
  /** It may lack what the tree is compiled with, and leave uses unresolved that rules can tell: their edges stand for these. */
  readonly leavesUsesToRules?: boolean;
  /** Whether it can speak for this file of a view. */
  speaksFor(path: string): boolean;
  /** After `analyse`: whether it finds every use of what this file defines in the files it spoke for. */
  seesTargetsIn(path: string): boolean;
  /** Streams what it finds, file by file; may speak of more files than are wanted. Fails with an AppError. */
  analyse(request: AnalyseRequest): AsyncIterable<AnalysedFile>;
  /** Whether a file says what a package is made of: the nearest one at or above a source is that of its package. */
  isManifest?(path: string): boolean;
  /** Why it cannot speak for a file of its language on this machine; null when it can, or the file is none of its own. */
  whyNot?(path: string): string | null;
  /** After `analyse`: what is wrong with packages as they are now. */
  packageProblems?(): readonly PackageProblem[];
  /** After `analyse`, or when it was not asked because it cannot speak: what people should know of it, a line each. */
  notes?(): readonly string[];
  /** Optional powers; a provider without one lacks the method. */
  references?(request: PlaceRequest): Promise<readonly Place[]>;
  rename?(request: PlaceRequest & { newName: string }): Promise<readonly TextEdit[]>;
  move?(request: { root: string; from: string; to: string }): Promise<readonly TextEdit[]>;
  /** Of its process; null or absent where it has none. */
  status?(): ProviderStatus | null;
  /** Ends what it started. */
  close?(): void;
}

/** What keeps a package from being compiled as its makers do, by its manifest. */
export interface PackageProblem {
  path: string;
  message: string;
}

export interface AnalyseRequest {
  /** Absolute path of the working tree. */
  root: string;
  /** Every file of the view. */
  files: readonly { path: string; hash: string }[];
  /** Those whose links are asked for; the provider speaks for each of them. */
  wanted: readonly string[];
  /** Of files that the provider speaks for. */
  symbolsOf(path: string): readonly SymbolFact[];
  /** Of these files, in the given order; read in batches. */
  factsOf(paths: readonly string[]): AsyncIterable<{ path: string; facts: BlobFacts }>;
  /** Null when the file cannot be read. */
  readText(path: string): Promise<string | null>;
  signal?: AbortSignal;
}

export type AnalysedFile =
  /** `extractor` of these links is the provider's own version. */
  | { path: string; links: FileLinks }
  /** `stale`: what it knows is of another content. `unknown`: no file of the view. Others are words of the provider. */
  | { path: string; skipped: string; detail: string };

/** Offsets are UTF-16 units, as in facts. */
export interface Place {
  path: string;
  start: number;
  end: number;
}

export interface PlaceRequest {
  root: string;
  path: string;
  offset: number;
}

export interface TextEdit extends Place {
  text: string;
}
