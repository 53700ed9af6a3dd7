/** Search answers as text: one grep-shaped line per span, or as markdown; and the account of every score. */
import { sanitizeText } from "../core/sanitize.ts";
import type { ContextAnswer } from "./assemble/context-answer.ts";
import { spanTitle } from "./assemble/map-line.ts";
import { MEANING } from "./channels/vectors/index.ts";
import { qualifiedPath } from "./scope/qualified-path.ts";
import type { SearchAnswer, SearchHit } from "./search.ts";

export function renderSearch(answer: SearchAnswer, format: "text" | "markdown"): string {
  return answer.hits
    .map((hit, at) => ({ ...hit, spans: hit.spans.slice(0, spansShown(at)) }))
    .flatMap((hit, at) => (format === "markdown" ? markdownHit(hit, at + 1) : textHit(hit)))
    .join("\n");
}

/** The first files are read, the others are looked at. */
function spansShown(rank: number): number {
  return rank < 3 ? 3 : rank < 6 ? 2 : 1;
}

/** `path:start-end: signature — reason`, so that editors and grep habits work. */
function textHit(hit: SearchHit): string[] {
  const path = qualifiedPath(hit);
  if (hit.spans.length === 0) return [`${path}:1: ${hit.reasons.join("; ")}`];
  return hit.spans.map((span) => {
    const what = spanTitle(span);
    return `${path}:${span.startLine}-${span.endLine}: ${what ? `${what} — ` : ""}${span.reason}`;
  });
}

function markdownHit(hit: SearchHit, rank: number): string[] {
  const lines = [`${rank}. \`${qualifiedPath(hit)}\` — ${hit.reasons.join("; ")}`];
  for (const span of hit.spans) {
    const what = spanTitle(span).replaceAll("`", "'");
    lines.push(`   - lines ${span.startLine}-${span.endLine}${what ? ` \`${what}\`` : ""}: ${span.reason}`);
  }
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
export function renderExplanation(answer: SearchAnswer): string {
  const { trace, understanding } = answer;
  const { confidence } = trace;
  const lines = [
    `kind ${trace.kind} (${confidence.kind}), intent ${trace.intent} (${confidence.intent}), scope ${trace.scope} (${confidence.scope}), target ${trace.target}`,
    `entities: ${[...understanding.entities.symbols.map((s) => (s.owner ? `${s.owner}.${s.name}` : s.name)), ...understanding.entities.paths.map((p) => p.path)].slice(0, 20).join(", ") || "none"}`,
    "terms (weight x idf, files):",
    ...trace.terms
      .slice(0, 30)
      .map((t) => `  ${t.term} [${t.source}] ${t.weight.toFixed(2)} x ${t.idf.toFixed(2)}, ${t.files}`),
    `channels (over ${trace.candidates} candidates):`,
    ...trace.channels.flatMap(({ name, proposals }) => [
      `  ${name === MEANING ? `${name} (${trace.model})` : name}`,
      ...proposals.map(
        (p) => `    ${p.rank}. ${qualifiedPath(p)} ${p.value.toFixed(3)}${p.reason ? ` — ${p.reason}` : ""}`,
      ),
    ]),
    ...trace.problems.map((problem) => `not asked: ${problem}`),
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
