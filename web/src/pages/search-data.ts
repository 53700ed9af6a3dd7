/** What the tool `search` answers, as far as the page shows it. */
export interface Contribution {
  feature: string;
  value: number;
  weight: number;
  correction: number;
  points: number;
}

export interface SearchResult {
  file: string;
  repository?: string;
  language: string;
  score: number;
  reasons: string[];
  spans: {
    startLine: number;
    endLine: number;
    symbol?: string;
    kind?: string;
    reason: string;
    lines?: { line: number; text: string }[];
  }[];
  contributions?: Contribution[];
}

export interface SearchData {
  intent: string;
  certainty?: { level: string; reason: string };
  results: SearchResult[];
  trace?: {
    kind: string;
    intent: string;
    candidates: number;
    terms: { term: string; source: string; weight: number; idf: number; files: number }[];
    channels: { name: string; proposals: { path: string; rank: number; value: number; reason?: string }[] }[];
    cut: { path: string; score: number; reason: string }[];
    problems: string[];
  };
  isFresh?: boolean;
  reason?: string;
  generation?: number;
}

/** In a federation a place is `repository:path`. */
export function pathOf({ file, repository }: SearchResult): string {
  return repository !== undefined && file.startsWith(`${repository}:`)
    ? file.slice(repository.length + 1)
    : file;
}

/** The last folder and the name, as far as it takes to know a file again. */
export function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/");
}
