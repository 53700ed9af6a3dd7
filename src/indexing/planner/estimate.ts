/** What an update may take: by the rates of one machine, made right by what large updates of the view took on this one. */
import type { Pace } from "../../storage/contract.ts";

/** Of two cores, before anything was measured here. */
const PARSED_BYTES_PER_MS = 900;
const LINKED_PER_MS = 1.2;
const SCANNED_PER_MS = 25;
/** What a smaller update takes says little: starting up is most of it. */
const MIN_TOLD_MS = 500;

export interface Workload {
  parsedBytes: number;
  /** Files that are linked. */
  linked: number;
  /** Files of the tree. */
  files: number;
}

export function estimateMs(work: Workload, pace?: Pace): number {
  return Math.round(expectedMs(work) * (pace ? pace.tookMs / pace.expectedMs : 1));
}

/** What is known of the pace after an update; one of half the size or more counts instead of the one before. */
export function paceAfter(work: Workload, tookMs: number, known: Pace | undefined): Pace | undefined {
  const expected = Math.round(expectedMs(work));
  if (expected < MIN_TOLD_MS || (known && expected * 2 < known.expectedMs)) return known;
  return { expectedMs: expected, tookMs: Math.round(tookMs) };
}

function expectedMs({ parsedBytes, linked, files }: Workload): number {
  return parsedBytes / PARSED_BYTES_PER_MS + linked / LINKED_PER_MS + files / SCANNED_PER_MS;
}
