/** What an update may take: round numbers for two cores, a guess for other machines. */
const PARSED_BYTES_PER_MS = 900;
const LINKED_PER_MS = 1.2;
const SCANNED_PER_MS = 25;

export interface Workload {
  parsedBytes: number;
  /** Files that are linked. */
  linked: number;
  /** Files of the tree. */
  files: number;
}

export function estimateMs({ parsedBytes, linked, files }: Workload): number {
  return Math.round(parsedBytes / PARSED_BYTES_PER_MS + linked / LINKED_PER_MS + files / SCANNED_PER_MS);
}
