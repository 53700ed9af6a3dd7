/** What the bodies of macros call: to the grammar they are plain text. */
import type { BlobFacts, ReferenceFact } from "../../core/facts.ts";
import type { Position, Span } from "../../core/span.ts";

const CALLED = /(->|\.|::|##)?\s*\b([A-Za-z_]\w*)\s*\(/g;
const KEYWORDS: ReadonlySet<string> = new Set(
  "if for while switch return sizeof do else defined typeof alignof static_assert catch case __attribute__ __asm__ asm".split(
    " ",
  ),
);
const HEAD = /^#\s*define\s+\w+(?:\(([^)]*)\))?/;
const ASIDE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'/g;

/** Adds a call for every name before a parenthesis, in the place where the macro's body names it. */
export function addCallsInMacros(facts: BlobFacts, source: string): void {
  const found: ReferenceFact[] = [];
  for (const [from, symbol] of facts.symbols.entries()) {
    if (symbol.kind !== "macro") continue;
    const text = source.slice(symbol.span.start, symbol.span.end);
    const head = HEAD.exec(text);
    if (!head || !text.includes("(", head[0].length)) continue;
    const parameters = new Set(head[1]?.split(",").map((name) => name.trim()));
    const body = text.slice(head[0].length).replace(ASIDE, (aside) => aside.replace(/[^\n]/g, " "));
    for (const match of body.matchAll(CALLED)) {
      const name = match[2]!;
      // A member belongs to what the macro is given, and a pasted name is only part of one.
      if (match[1] !== undefined || KEYWORDS.has(name) || parameters.has(name) || name === symbol.name)
        continue;
      const offset = head[0].length + match.index + match[0].lastIndexOf(name);
      found.push({ kind: "call", name, from, position: positionAt(source, symbol.span, offset) });
    }
  }
  if (found.length === 0) return;
  facts.references = [...facts.references, ...found].sort(
    (a, b) => a.position.line - b.position.line || a.position.column - b.position.column,
  );
}

function positionAt(source: string, { start, startLine }: Span, offset: number): Position {
  const at = start + offset;
  let line = startLine;
  for (let end = source.indexOf("\n", start); end >= 0 && end < at; end = source.indexOf("\n", end + 1))
    line += 1;
  return { line, column: at - (source.lastIndexOf("\n", at - 1) + 1) };
}
