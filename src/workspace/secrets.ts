/**
 * Finds credentials in text by shapes that hardly anything else has, so that they can be blanked before anything is
 * stored. Which kinds there are follows the published rules of secret scanners; the shapes are our own. A guess that
 * blanks code would hide code, so values of names like `token` count only when they look drawn at random.
 */
import type { Span } from "../core/span.ts";
import { ASSIGNED_SHAPES } from "./secret-shapes/assigned.ts";
import { findKubernetesSecrets } from "./secret-shapes/kubernetes.ts";
import { linesOfInterest } from "./secret-shapes/lines-of-interest.ts";
import { PLACE_SHAPES } from "./secret-shapes/places.ts";
import type { SecretShape } from "./secret-shapes/shape.ts";
import { TOKEN_SHAPES } from "./secret-shapes/tokens.ts";

export interface SecretSpan extends Span {
  kind: string;
}

const SECRET_SHAPES: readonly SecretShape[] = [...TOKEN_SHAPES, ...PLACE_SHAPES, ...ASSIGNED_SHAPES];

const WIDE = SECRET_SHAPES.filter((shape) => shape.isWide);
const NARROW = SECRET_SHAPES.filter((shape) => !shape.isWide);
const anyAnchor = (shapes: readonly SecretShape[]) =>
  new RegExp([...new Set(shapes.map((shape) => shape.anchor.source))].join("|"), "m");
const ANY_WIDE = anyAnchor(WIDE);
const ANY_NARROW = anyAnchor(NARROW);

/** Secrets of a text in document order, without overlaps. */
export function findSecrets(text: string): SecretSpan[] {
  const found: Found[] = [];
  if (ANY_WIDE.test(text)) addFound(found, WIDE, text, 0);
  for (const value of findKubernetesSecrets(text)) found.push({ kind: "kubernetes-secret", ...value });
  for (const { start, end } of linesOfInterest(text)) {
    const part = text.slice(start, end);
    if (ANY_NARROW.test(part)) addFound(found, NARROW, part, start);
  }
  return found.length === 0 ? [] : withLines(text, withoutOverlaps(found));
}

interface Found {
  kind: string;
  start: number;
  end: number;
}

function addFound(found: Found[], shapes: readonly SecretShape[], text: string, offset: number): void {
  for (const { kind, anchor, pattern, isHarmless } of shapes) {
    if (!anchor.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.at(-1)!;
      if (isHarmless?.(secret)) continue;
      const start = offset + match.index + match[0].lastIndexOf(secret);
      found.push({ kind, start, end: start + secret.length });
    }
  }
}

/** The text with every secret's characters replaced by `*`; line breaks and all offsets stay. */
export function blankSecrets(text: string, secrets: readonly SecretSpan[]): string {
  if (secrets.length === 0) return text;
  let out = "";
  let at = 0;
  for (const { start, end } of secrets) {
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, "*");
    at = end;
  }
  return out + text.slice(at);
}

function withoutOverlaps<T extends { start: number; end: number }>(spans: T[]): T[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: T[] = [];
  for (const span of spans) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else last.end = Math.max(last.end, span.end);
  }
  return kept;
}

function withLines(
  text: string,
  spans: readonly { kind: string; start: number; end: number }[],
): SecretSpan[] {
  let line = 1;
  let at = 0;
  const lineAt = (offset: number) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
  return spans.map((span) => ({ ...span, startLine: lineAt(span.start), endLine: lineAt(span.end) }));
}
