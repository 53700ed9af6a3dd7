import { displayPath } from "../../core/rel-path.ts";
import { sanitizeText } from "../../core/sanitize.ts";
import type { SearchHit } from "../search.ts";

const MAX_SIGNATURE = 120;

/** `path:start-end signature — reasons`, in three lengths. */
export function mapLine(hit: SearchHit, detail: "full" | "short" | "path"): string {
  const path = displayPath(hit.path);
  const span = hit.spans[0];
  if (!span || detail === "path") return path;
  const place = `${path}:${span.startLine}-${span.endLine}`;
  if (detail === "short") return place;
  const signature = oneLine(span.signature ?? "");
  const reasons = hit.reasons.slice(0, 2).join("; ");
  return `${place}${signature ? ` ${signature}` : ""}${reasons ? ` — ${reasons}` : ""}`;
}

export function oneLine(text: string): string {
  const flat = sanitizeText(text).replace(/\s+/g, " ").trim();
  return flat.length > MAX_SIGNATURE ? `${flat.slice(0, MAX_SIGNATURE - 1)}…` : flat;
}
