/** What the page's questions are answered with. Plain data and nothing imported: the page is built against this file. */
export interface LiveProgress {
  phase: string;
  done: number;
  total: number | null;
  percent: number;
}

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
  packages: number;
  problems: { code: string; message: string }[];
  isOpen: boolean;
  /** The folder is there. */
  isPresent: boolean;
  progress: LiveProgress | null;
}

export interface JobOverview {
  id: number;
  kind: "index" | "rebuild" | "remove";
  root: string;
  state: "running" | "done" | "failed" | "cancelled";
  message: string;
}

export interface Overview {
  version: string;
  defaultRepository: string | null;
  repositories: RepositoryOverview[];
  /** Folders that are being indexed for the first time. */
  pending: { path: string; progress: LiveProgress }[];
  jobs: JobOverview[];
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
  level: "symbol" | "file" | "folder";
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
}

export interface CallOverview {
  at: string;
  tool: string;
  repositories: string[];
  face: "mcp" | "api" | "page";
  ms: number;
  tokens: number;
  outcome: string;
  code?: string;
}

export interface ActivityAnswer {
  calls: CallOverview[];
  server: { pid: number; uptimeSeconds: number; rssBytes: number; sessions: number };
}

export type PageEvent =
  | ({ type: "progress"; root: string } & LiveProgress)
  | { type: "generation"; root: string; generation: number; files: number; ms: number }
  | { type: "updated"; root: string; generation: number; parsed: number; ms: number }
  | { type: "warning"; root: string; code: string; message: string }
  | { type: "failure"; root: string; code: string; message: string; ms: number }
  | { type: "job"; job: JobOverview }
  | { type: "call"; call: CallOverview };

export interface FolderAnswer {
  path: string;
  folders: { name: string; files: number }[];
  files: { name: string; language: string | null; skipped: string | null }[];
}
