import { sanitizeText } from "../../core/sanitize.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import { qualifiedPath } from "../scope/qualified-path.ts";
import type { SearchHit } from "../search.ts";

const MAX_SIGNATURE = 120;

/** `path:start-end signature` in three lengths. */
export function mapLine(
  hit: SearchHit,
  span: HitSpan | undefined,
  detail: "full" | "short" | "path",
): string {
  const path = qualifiedPath(hit);
  if (!span || detail === "path") return path;
  const lines = `${span.startLine}-${span.endLine}`;
  if (detail === "short") return `${path}:${lines}`;
  // Without a declaration to show, what the file is for tells most.
  const what = spanTitle(span) || oneLine(hit.summary);
  return `${path}:${lines}${what ? ` ${what}` : ""}`;
}

const MAX_TITLE = 90;

export function spanTitle({ signature = "", symbol = "", kind = "" }: HitSpan): string {
  return titleOf(signature, kind, symbol);
}

/** The signature when it is short; a long one says less than the qualified name. */
export function titleOf(signature: string, kind: string, qualifiedName: string): string {
  const whole = oneLine(signature);
  return whole !== "" && whole.length <= MAX_TITLE ? whole : `${kind} ${oneLine(qualifiedName)}`.trim();
}

export function oneLine(text: string): string {
  const flat = sanitizeText(text).replace(/\s+/g, " ").trim();
  return flat.length > MAX_SIGNATURE ? `${flat.slice(0, MAX_SIGNATURE - 1)}…` : flat;
}
