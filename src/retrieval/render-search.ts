/** Search answers as text: one grep-shaped line per span, or as markdown; and the account of every score. */
import { displayPath } from "../core/rel-path.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { ContextAnswer } from "./assemble/context-answer.ts";
import { fence } from "./assemble/fence.ts";
import { oneLine, spanTitle } from "./assemble/map-line.ts";
import { MEANING } from "./channels/vectors/index.ts";
import type { DecidingLine } from "./lines/deciding-lines.ts";
import { shownSpans } from "./lines/shown-spans.ts";
import type { HitSpan } from "./rank/choose-spans.ts";
import { qualifiedPath } from "./scope/qualified-path.ts";
import type { SearchAnswer, SearchHit } from "./search.ts";

export function renderSearch(
  { hits }: { hits: readonly SearchHit[] },
  format: "text" | "markdown",
  /** Named in one line below the others. */
  lessLikely: readonly SearchHit[] = [],
): string {
  return [
    ...hits.flatMap((hit, at) => {
      const spans = shownSpans(hit.spans, at);
      const title = hit.group === hits[at - 1]?.group ? [] : groupTitle(hit);
      return [...title, ...(format === "markdown" ? markdownHit(hit, spans, at + 1) : textHit(hit, spans))];
    }),
    ...(lessLikely.length > 0 ? [`less likely: ${lessLikely.map(nameOf).join("; ")}`] : []),
  ].join("\n");
}

/** Above the first hit of what stands behind own code. */
function groupTitle({ group }: SearchHit): string[] {
  return group === undefined ? [] : [`${oneLine(group)}:`];
}

/** `path:line name`. */
function nameOf(hit: SearchHit): string {
  const [span] = hit.spans;
  const symbol = span?.symbol === undefined ? "" : ` ${oneLine(lastPart(span.symbol))}`;
  return `${qualifiedPath(hit)}:${span?.startLine ?? 1}${symbol}`;
}

function lastPart(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

/** `path:start-end: signature`, so that editors and grep habits work; below it `line| code` of the lines that decide. */
function textHit(hit: SearchHit, spans: readonly HitSpan[]): string[] {
  const path = qualifiedPath(hit);
  if (spans.length === 0) return [`${path}:1: ${hit.reasons.join("; ")}`];
  if (hit.similarTo !== undefined) {
    const [{ startLine, endLine }] = hit.spans as [HitSpan];
    return [`${path}:${startLine}-${endLine}: similar to ${displayPath(hit.similarTo)}`];
  }
  const told = spans.flatMap((span, at) => [
    `${at === 0 ? `${path}:` : "  "}${span.startLine}-${span.endLine}: ${whatOf(span, hit)}`.trimEnd(),
    ...(span.lines ?? []).map((line) => `    ${lineText(line)}`),
    ...(span.code === undefined ? [] : [span.code]),
  ]);
  return [...told, ...othersText(hit)];
}

/** Names of this file alone, so a plain one is enough. */
function othersText({ others = [] }: SearchHit): string[] {
  if (others.length === 0) return [];
  return [`  also: ${others.map(({ line, name }) => `${line} ${oneLine(name)}`).join(", ")}`];
}

/** The declaration; where there is none and no line speaks for it, why it was chosen. */
function whatOf(span: HitSpan, { summary }: SearchHit): string {
  // The declaration stands in its code.
  const title = span.code === undefined ? spanTitle(span) : oneLine(span.symbol ?? "");
  if (title || span.lines) return title;
  return oneLine(summary) || span.reason;
}

function lineText({ line, text, within }: DecidingLine): string {
  const place = within === undefined ? `${line}` : `${line} ${oneLine(within)}`;
  return `${place}| ${clip(text)}`;
}

const MAX_LINE = 160;

function clip(text: string): string {
  const flat = sanitizeText(text).replaceAll("\n", " ");
  return flat.length > MAX_LINE ? `${flat.slice(0, MAX_LINE - 1)}…` : flat;
}

function markdownHit(hit: SearchHit, spans: readonly HitSpan[], rank: number): string[] {
  const why =
    hit.similarTo === undefined ? hit.reasons.join("; ") : `similar to ${displayPath(hit.similarTo)}`;
  const lines = [`${rank}. \`${qualifiedPath(hit)}\` — ${why}`];
  if (hit.similarTo !== undefined) return lines;
  for (const span of spans) {
    const what = spanTitle(span).replaceAll("`", "'");
    lines.push(`   - lines ${span.startLine}-${span.endLine}${what ? ` \`${what}\`` : ""}: ${span.reason}`);
    if (span.code !== undefined) lines.push(fence(span.code));
    for (const line of span.lines ?? []) lines.push(`     - \`${lineText(line).replaceAll("`", "'")}\``);
  }
  for (const text of othersText(hit)) lines.push(`   - ${text.trim().replaceAll("`", "'")}`);
  return lines;
}

/** `--explain` of a read plan: how its files were ranked, what was folded, which spans and files were cut and why. */
export function renderContextExplanation(answer: ContextAnswer): string {
  const { ranked, understanding, trace, folded, cutSpans, omitted } = answer;
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [];
  return [
    ...section(
      "folded:",
      folded.map(({ place, similarTo }) => `${place} similar to ${similarTo}`),
    ),
    ...section(
      "spans cut:",
      cutSpans.map(({ place, reason }) => `${place} ${reason}`),
    ),
    ...section(
      "files cut:",
      omitted.map((file) => `${qualifiedPath(file)} ${file.reason}`),
    ),
    renderExplanation({ hits: [...ranked], understanding, trace }),
  ]
    .map(sanitizeText)
    .join("\n");
}

/** `--explain`: classification, terms, channels, every point of every score, what was cut. */
export function renderExplanation(answer: Pick<SearchAnswer, "hits" | "understanding" | "trace">): string {
  const { trace, understanding } = answer;
  const { confidence } = trace;
  const lines = [
    `kind ${trace.kind} (${confidence.kind}), intent ${trace.intent} (${confidence.intent}), scope ${trace.scope} (${confidence.scope}), target ${trace.target}`,
    `entities: ${[...understanding.entities.symbols.map((s) => (s.owner ? `${s.owner}.${s.name}` : s.name)), ...understanding.entities.paths.map((p) => p.path)].slice(0, 20).join(", ") || "none"}`,
    "terms (weight x idf, files):",
    ...trace.terms
      .slice(0, 30)
      .map(
        (t) =>
          `  ${t.term} [${t.source}${t.standsFor ? ` for ${t.standsFor}` : ""}] ${t.weight.toFixed(2)} x ${t.idf.toFixed(2)}, ${t.files}`,
      ),
    `channels (over ${trace.candidates} candidates):`,
    ...trace.channels.flatMap(({ name, proposals }) => [
      `  ${name === MEANING ? `${name} (${trace.model})` : name}`,
      ...proposals.map(
        (p) => `    ${p.rank}. ${qualifiedPath(p)} ${p.value.toFixed(3)}${p.reason ? ` — ${p.reason}` : ""}`,
      ),
    ]),
    ...trace.problems.map((problem) => `not asked: ${problem}`),
    ...(trace.roundTrips === undefined ? [] : [`round trips to the store: ${trace.roundTrips}`]),
    "scores:",
    ...answer.hits.flatMap(explainHit),
    ...(trace.cut.length > 0
      ? ["cut:", ...trace.cut.map((c) => `  ${qualifiedPath(c)} ${c.score.toFixed(3)} ${c.reason}`)]
      : []),
  ];
  return sanitizeText(lines.join("\n"));
}

function explainHit(hit: SearchHit, at: number): string[] {
  return [
    `  ${at + 1}. ${qualifiedPath(hit)} ${hit.score.toFixed(3)}`,
    ...hit.contributions.map(
      (c) =>
        `       ${c.points >= 0 ? "+" : ""}${c.points.toFixed(3)} ${c.feature} ${c.value.toFixed(3)} x ${c.weight}${correctionText(c.correction)}`,
    ),
  ];
}

function correctionText(correction: number): string {
  return correction === 0 ? "" : ` ${correction > 0 ? "+" : "-"} ${Math.abs(correction).toFixed(3)}`;
}
