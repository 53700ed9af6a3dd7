/** What the page's questions are answered with. Plain data, and only types imported: the page is built against this file. */
import type { Happening, JobRecord, LiveProgress } from "../serving/happening.ts";
import type { CallRecord } from "../tools/call-record.ts";

export type { CallRecord, Happening, JobRecord, LiveProgress };

export interface RepositoryOverview {
  name: string;
  path: string;
  type: string;
  files: number | null;
  generation: number;
  revision: string | null;
  version: string | null;
  /** ISO 8601. */
  indexedAt: string;
  packages: { name: string; folder: string }[];
  problems: { code: string; message: string }[];
  isOpen: boolean;
  /** The folder is there. */
  isPresent: boolean;
  progress: LiveProgress | null;
}

export interface Overview {
  version: string;
  defaultRepository: string | null;
  repositories: RepositoryOverview[];
  /** Folders that are being indexed for the first time. */
  pending: { path: string; progress: LiveProgress }[];
  jobs: JobRecord[];
}

export interface SkippedPage {
  total: number;
  files: { path: string; reason: string; detail: string | null }[];
  /** Where the next page begins; null at the end. */
  next: number | null;
}

export interface NamesAnswer {
  symbols: { name: string; kind: string; path: string; line: number }[];
  files: string[];
}

export type TierName = "compiler" | "resolved" | "heuristic";

export interface OutlineEntry {
  handle: string;
  name: string;
  kind: string;
  depth: number;
  line: number;
  endLine: number;
  signature: string;
  users: Record<TierName, number>;
}

export interface SourcePage {
  path: string;
  language: string;
  generation: number;
  /** Of the whole file. */
  lines: number;
  /** Of the first line given here. */
  startLine: number;
  /** A long line is cut; `cut` says how many characters of which line are missing. */
  text: string[];
  cut: { line: number; characters: number }[];
  /** Of each line, triples of start, end and position in `classes`. */
  spans: number[][];
  classes: readonly string[];
  /** Where the next page begins; null at the end. */
  next: number | null;
}

export interface FilePage {
  path: string;
  language: string;
  summary: string;
  status: string;
  lines: number;
  tokens: number;
  symbols: OutlineEntry[];
  tests: { path: string; sites: number }[];
  changes: { commits: number; of: number } | null;
}

export interface DefinitionAnswer {
  isDefinition: boolean;
  hits: {
    handle: string;
    path: string;
    name: string;
    kind: string;
    line: number;
    signature: string;
    tier: TierName | null;
  }[];
}

export interface GraphAnswer {
  /** Packages come from the fleet. */
  level: "symbol" | "file" | "folder" | "package";
  nodes: {
    id: string;
    kind: string;
    label: string;
    path: string;
    line: number | null;
    isStart: boolean;
    size: number;
  }[];
  edges: { from: string; to: string; kind: string; tier: TierName; count: number }[];
  leftOut: { nodes: number; edges: number };
}

export interface FleetPackage {
  repository: string;
  name: string;
  ecosystem: string;
  version: string | null;
  folder: string;
  isLibrary: boolean;
  /** Packages of indexed repositories that need it. */
  usedBy: number;
}

export interface FleetEdge {
  from: string;
  to: string;
  package: string;
  kind: string;
  asked: string;
  indexed: string | null;
  differs: boolean;
}

export interface FleetContract {
  repository: string;
  kind: string;
  key: string;
  handle: string;
  line: number;
  /** Of an offer: who needs it. Of a need: who meets it. */
  others: { repository: string; handle: string }[];
}

export interface FleetAnswer {
  repositories: { name: string; type: string; files: number | null }[];
  packages: FleetPackage[];
  edges: FleetEdge[];
  /** Packages that depend on each other, as `repository/package`. */
  cycles: string[][];
  offers: FleetContract[];
  needs: FleetContract[];
  /** Why contracts could not be read; null when they were. */
  problem: string | null;
  /** Further contracts, which the lists leave out. */
  leftOut: number;
  /** Where the next page of the lists begins; null at the end. */
  next: number | null;
}

export interface FeaturesAnswer {
  features: { name: string; channel: string; about: string }[];
}

export interface ActivityAnswer {
  calls: CallRecord[];
  server: { pid: number; uptimeSeconds: number; rssBytes: number; sessions: number };
}

export interface FolderAnswer {
  path: string;
  folders: { name: string; files: number }[];
  files: { name: string; language: string | null; skipped: string | null }[];
}
