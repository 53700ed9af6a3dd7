/** What else the files define whose code is shown: one line of names and lines below it, so that nobody has to ask for an outline. */
import { otherDefinitions } from "../lines/other-definitions.ts";
import type { HitSpan } from "../rank/choose-spans.ts";
import type { Scope } from "../scope/scope.ts";
import type { SearchAnswer, SearchHit } from "../search.ts";
import { outlineOf } from "../searchable-view.ts";
import { oneLine } from "./map-line.ts";

const MOST_NAMES = 24;
/** A name with its lines takes so many tokens. */
const TOKENS_PER_NAME = 9;
const CHARACTERS_PER_NAME = 16;

interface Entry {
  startLine: number;
  endLine: number;
  name: string;
}

/** `also: 12-40 open; 44-61 close`: spans that were chosen and not shown, then what the question may mean; null when there is nothing. */
export async function fileOutline(
  scope: Scope,
  { lineMatcher }: SearchAnswer,
  hit: SearchHit,
  isRead: (span: HitSpan) => boolean,
  maxTokens: number,
): Promise<string | null> {
  const most = Math.min(MOST_NAMES, Math.floor(maxTokens / TOKENS_PER_NAME));
  if (most < 1) return null;
  const member = scope.memberOf(hit);
  const { doc } = member.corpus.files[hit.file]!;
  const { symbols } = await scope.askOne(member, () => outlineOf(member.view, doc));
  const entries: Entry[] = hit.spans
    .filter((span) => span.symbol !== undefined && !isRead(span))
    .slice(0, most)
    .map(({ startLine, endLine, symbol }) => ({ startLine, endLine, name: symbol! }));
  const others = otherDefinitions(symbols, [...hit.spans.filter(isRead), ...entries], lineMatcher, {
    most: most - entries.length,
    characters: (most - entries.length) * CHARACTERS_PER_NAME,
  });
  for (const { line, endLine, name } of others) entries.push({ startLine: line, endLine, name });
  if (entries.length === 0) return null;
  entries.sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  return `also: ${entries.map(({ startLine, endLine, name }) => `${startLine}-${endLine} ${oneLine(lastPart(name))}`).join("; ")}`;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
