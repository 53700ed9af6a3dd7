/**
 * Texts that a function of the language puts together: `path.Join(base, "/login")`, `fmt.Sprintf("%s/users/%d", base, id)`,
 * `format!("{base}/users")`, `[base, "/api"].concat()`. Only those whose parts are strings and names, and of what is
 * formatted only paths: messages would be most of all that is kept.
 */
import type { HoleFact } from "../../core/facts.ts";

export interface JoinedText {
  text: string;
  holes: HoleFact[];
  /** Behind the closing bracket. */
  end: number;
}

const JOINING: ReadonlySet<string> = new Set(["path.Join", "posixpath.join", "url.JoinPath", "urlJoin"]);
const FORMATTING: ReadonlySet<string> = new Set(["fmt.Sprintf", "format"]);

const STRING = String.raw`"[^"\\\n]*"|\x60[^\x60\n]*\x60`;
const NAME = String.raw`&?[A-Za-z_][\w.:]*(?:\([\w.]*\))?`;
const PARTS = String.raw`\s*((?:${STRING}|${NAME})(?:\s*,\s*(?:${STRING}|${NAME}))*)\s*,?\s*`;
const IN_PARENTHESES = new RegExp(String.raw`!?\(${PARTS}\)`, "y");
const CONCATENATED = new RegExp(String.raw`&?\[${PARTS}\]\s*\.concat\(\)`, "y");
const PART = new RegExp(`${STRING}|${NAME}`, "g");
/** `%s` and `%-5d` of Go; `{}`, `{name}` and `{id:02}` of Rust. */
const PLACEHOLDER = /%[-+#0-9.]*[a-zA-Z]|\{(\w*)(?::[^{}]*)?\}/g;
const PATH = /^(?:\/|%s\/|\{\w*\}\/)[^\s]*$/;

/** Null unless a function of that name joins what stands in the brackets at `at`. */
export function joinedText(source: string, name: string, at: number): JoinedText | null {
  const isFormat = FORMATTING.has(name);
  if (!isFormat && !JOINING.has(name)) return null;
  const read = partsAt(source, at, IN_PARENTHESES);
  if (!read) return null;
  const whole = isFormat ? formatted(read.parts) : joined(read.parts, "/");
  return whole && { ...whole, end: read.end };
}

export function concatenatedText(source: string, at: number): JoinedText | null {
  const read = partsAt(source, at, CONCATENATED);
  return read && { ...joined(read.parts, ""), end: read.end };
}

function partsAt(source: string, at: number, pattern: RegExp): { parts: string[]; end: number } | null {
  pattern.lastIndex = at;
  const match = pattern.exec(source);
  return match && { parts: match[1]!.match(PART)!, end: pattern.lastIndex };
}

function joined(parts: readonly string[], between: string): Omit<JoinedText, "end"> {
  const whole: Omit<JoinedText, "end"> = { text: "", holes: [] };
  for (const [order, part] of parts.entries()) {
    const text = stringIn(part);
    const isApart = whole.text.endsWith("/") || text?.startsWith("/") === true || text === "";
    if (order > 0 && !isApart) whole.text += between;
    if (text === null) whole.holes.push({ at: whole.text.length, text: nameIn(part) });
    else whole.text += text;
  }
  return whole;
}

function formatted([first = "", ...values]: readonly string[]): Omit<JoinedText, "end"> | null {
  const format = stringIn(first);
  if (format === null || !PATH.test(format)) return null;
  const holes: HoleFact[] = [];
  let text = "";
  let from = 0;
  for (const match of format.matchAll(PLACEHOLDER)) {
    text += format.slice(from, match.index);
    from = match.index + match[0].length;
    holes.push({ at: text.length, text: match[1] || nameIn(values.shift() ?? "value") });
  }
  return { text: text + format.slice(from), holes };
}

function stringIn(part: string): string | null {
  return part[0] === '"' || part[0] === "`" ? part.slice(1, -1) : null;
}

function nameIn(part: string): string {
  return part.replace(/^&/, "").replace(/\(.*$/, "()");
}
