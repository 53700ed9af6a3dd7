/**
 * Splits what was asked into stretches that deserve different trust. A three-word query is one title; an issue
 * has a title, prose, code, logs and stack traces, and text that its template put there for every issue.
 */

export type SegmentKind = "title" | "prose" | "inline-code" | "code" | "trace" | "log";

export interface Segment {
  kind: SegmentKind;
  text: string;
}

/** Longer texts are cut: what matters in an issue comes first, and a query must stay cheap. */
export const MAX_QUERY_CHARS = 24_000;
const MAX_BLOCK_LINES = 60;

/** Headings under which a template asks for the machine, not for the problem. */
const ENVIRONMENT_HEADING =
  /^(?:my |your )?(?:environment|system(?: info(?:rmation)?)?|versions?|version information|[\w.-]+ version|browsers?|os|operating system|platform|setup|device|additional context|installed packages|package versions?|info|relevant log output|configuration|checklist|contribution|are you willing|validations?|prerequisites?|before submitting|code of conduct|output of .*|what (?:browser|version).*|which .* version.*|participation|link to code|workarounds?)\b.{0,60}$/i;
/** Headings that are only labels; what follows them counts. */
const LABEL_LINE =
  /^(?:describe (?:the )?(?:bug|issue|problem|feature)|(?:bug|issue|problem|feature)?\s*(?:description|summary|report|request)|(?:steps )?to reproduce(?: the (?:problem|issue|behaviou?r))?|(?:minimal )?reproduc(?:tion|ible example)(?: link| steps)?|steps(?:\/code)? to reproduce|how to reproduce.*|expected(?: behaviou?rs?| results?| output)?|actual(?: behaviou?rs?| results?| output)?|current behaviou?rs?|what (?:is|was) (?:the )?expected.*|what (?:is )?actually happen(?:ing|ed|s).*|what happened.*|screenshots?.*|any additional comments.*|motivation|context|problem|solution|proposal|proposed solution|details|example|bug|question|n\/a|none|no response|_no response_)\s*[:?]*$/i;
const CHECKBOX = /^\s*[-*]\s*\[[ xX]\]/;
const VERSION_LINE =
  /^\s*[-*|]?\s*(?:\*\*)?(?:os|operating system|browser|node(?:\.?js)?|npm|yarn|pnpm|python|ruby|php|java|go|rust|platform|version|affected version|processor|gcc|kernel|arch(?:itecture)?|machine|device|database|[\w .-]{1,24} version)(?:\*\*)?\s*[:=|]\s*.{0,80}$/i;
const PACKAGE_VERSION_LINE = /^\s*[\w.@/-]+\s*(?:[:=|]+|\s)\s*v?\d+\.\d+[\w.+-]*\s*(?:\(.*\))?\s*\|?$/;
const LINK_ONLY = /^\s*(?:[-*]\s*)?(?:see |link:? ?)?\[?[^\s\]]*\]?\(?https?:\/\/\S+\)?\.?\s*$/i;
const IMAGE = /!\[[^\]]*\]\([^)]*\)|<img\b[^>]*>/gi;
const HTML_COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const GREETING =
  /^(?:thanks?(?: you)?\b.{0,60}|hi\b.{0,30}|hello\b.{0,30}|[a-z]+(?:-[a-z]+){0,2}-by:.*|original-merge:.*|backport pull request from .*|cherry[- ]picked from .*|\(cherry picked from .*|cc\b.{0,60}|(?:fixes|closes|resolves|refs?) #\d+\.?)$/i;

const TRACE_LINE =
  /^\s*(?:at\s+\S.*|File ".*", line \d+.*|from\s+\S+:\d+:in\b.*|\S+\.\w{1,5}:\d+(?::\d+)?(?::in\b.*|\s.*)?|#\d+\s+0x[\da-f]+.*|#\d+\s+\S+\(.*|\s*\d+:\s+0x[\da-f]+.*|goroutine \d+.*|Traceback \(most recent call last\):?|thread '.*' panicked at.*|Caused by:.*|-->\s+\S+:\d+.*)$/;
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:error|warn(?:ing)?|info|debug|trace|fatal)\b[\]:])/i;
const SHELL_LINE = /^\s*(?:\$|>|#|❯|»)\s+\S/;

/** Total: any string, of any length, gives segments. */
export function segmentTask(query: string): Segment[] {
  const text = query
    .slice(0, MAX_QUERY_CHARS)
    .replace(/\r\n?/g, "\n")
    .replace(HTML_COMMENT, " ")
    .replace(IMAGE, " ");
  const lines = text.split("\n");
  const segments: Segment[] = [];
  let at = 0;
  while (at < lines.length - 1 && (lines[at]!.trim() === "" || GREETING.test(lines[at]!.trim()))) at++;
  if (at < lines.length) pushProse(segments, lines[at]!, "title");
  segmentLines(lines, at + 1, segments);
  return segments;
}

function segmentLines(lines: readonly string[], from: number, segments: Segment[]): void {
  let isSkipping = false;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = /^\s*(```+|~~~+)/.exec(line);
    if (fence) {
      const end = closingFence(lines, at + 1, fence[1]!);
      if (!isSkipping) pushBlock(segments, lines.slice(at + 1, end));
      at = end;
      continue;
    }
    const heading = headingText(line);
    if (heading !== null) {
      isSkipping = ENVIRONMENT_HEADING.test(heading);
      if (!isSkipping && !LABEL_LINE.test(heading)) pushProse(segments, heading, "prose");
      continue;
    }
    if (isSkipping || isBoilerplate(line)) continue;
    if (TRACE_LINE.test(line)) segments.push({ kind: "trace", text: line });
    else if (LOG_LINE.test(line)) segments.push({ kind: "log", text: line });
    else if (/^(?: {4}|\t)\s*\S/.test(line)) segments.push({ kind: "code", text: line });
    else pushProse(segments, line, "prose");
  }
}

function closingFence(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) if (lines[at]!.trim().startsWith(fence)) return at;
  return lines.length;
}

/** `## Title`, `**Title**` alone on a line; null for anything else. */
function headingText(line: string): string | null {
  const match = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? /^\s*\*\*([^*]{1,80})\*\*:?\s*$/.exec(line);
  return match ? match[1]!.replace(/[*_`:]/g, "").trim() : null;
}

function isBoilerplate(line: string): boolean {
  const bare = line.trim();
  if (bare === "" || bare === "---" || bare === "***") return true;
  return (
    CHECKBOX.test(line) ||
    LABEL_LINE.test(bare.replace(/[*_#]/g, "").trim()) ||
    VERSION_LINE.test(line) ||
    PACKAGE_VERSION_LINE.test(line) ||
    LINK_ONLY.test(line) ||
    GREETING.test(bare) ||
    /^\|[\s:|-]+\|?$/.test(bare) ||
    /^<\/?(?:details|summary|p|br|div)\b[^>]*>$/i.test(bare)
  );
}

function pushBlock(segments: Segment[], lines: readonly string[]): void {
  const kept = lines.length > MAX_BLOCK_LINES ? [...lines.slice(0, 40), ...lines.slice(-20)] : lines;
  for (const line of kept) {
    if (line.trim() === "" || PACKAGE_VERSION_LINE.test(line)) continue;
    if (TRACE_LINE.test(line)) segments.push({ kind: "trace", text: line });
    else if (LOG_LINE.test(line) || SHELL_LINE.test(line)) segments.push({ kind: "log", text: line });
    else segments.push({ kind: "code", text: line });
  }
}

function pushProse(segments: Segment[], line: string, kind: "title" | "prose"): void {
  const text = line.replace(/https?:\/\/\S+/g, keepRepositoryPath);
  if (kind === "prose") {
    for (const match of text.matchAll(/`([^`\n]{1,120})`/g))
      segments.push({ kind: "inline-code", text: match[1]! });
    segments.push({ kind, text: text.replace(/`[^`\n]{1,120}`/g, " ") });
  } else {
    segments.push({ kind, text });
  }
}

/** A link to a file of a forge keeps the file's path; any other link says nothing about code. */
function keepRepositoryPath(url: string): string {
  const match = /\/(?:blob|tree|raw)\/[^/]+\/([^\s#?)]+)/.exec(url);
  return match ? match[1]! : " ";
}
