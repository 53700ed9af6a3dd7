import type { HitSpan } from "../rank/choose-spans.ts";

/** The first files are read, the others are looked at. Where lines were read, spans without any are left out but the best. */
export function shownSpans(spans: readonly HitSpan[], rank: number): HitSpan[] {
  if (spans.some(({ code }) => code !== undefined)) return [...spans];
  const hasLines = spans.some(({ lines }) => lines);
  const told = hasLines ? spans.filter(({ lines }) => lines) : spans;
  return told.slice(0, rank < 3 ? 3 : 1);
}
