/**
 * Macros that are defined under a condition only. Whether a name means one of them is decided by the build: `assert` under
 * `#ifdef NDEBUG`, `snprintf` in a header for one compiler.
 */
import type { BlobFacts } from "../../core/facts.ts";

interface Conditional {
  /** Names defined in each branch so far. */
  branches: Set<string>[];
  hasElse: boolean;
  /** `NAME` of `#ifndef NAME`: what is defined for want of another definition. */
  unless: string;
  /** It says nothing of the build: the guard of a header, or a pair that both C and C++ read. */
  isAlwaysTrue: boolean;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif|define)\b[ \t]*(\w*)(.*)/gm;

/** Marks macros with the modifier `conditional`, unless every branch of what they stand in defines the name. */
export function markConditionalMacros(facts: BlobFacts, source: string): void {
  if (!facts.symbols.some(({ kind }) => kind === "macro")) return;
  const certain = certainMacros(source);
  for (const symbol of facts.symbols)
    if (symbol.kind === "macro" && !certain.has(symbol.name)) symbol.modifiers.push("conditional");
}

/** Names that are defined whatever the build says. */
function certainMacros(source: string): ReadonlySet<string> {
  const outside: Conditional = { branches: [new Set()], hasElse: true, unless: "", isAlwaysTrue: true };
  const open: Conditional[] = [outside];
  const guard = guardOf(source);
  for (const [, word, name, rest] of source.matchAll(DIRECTIVE)) {
    const inner = open.at(-1)!;
    if (word === "define") inner.branches.at(-1)!.add(name!);
    else if (word === "if" || word === "ifdef" || word === "ifndef") {
      const isGuard = word === "ifndef" && name === guard && open.length === 1;
      const isAlwaysTrue = isGuard || `${name}${rest}`.includes("__cplusplus");
      const unless =
        word === "ifndef" ? name! : (/^!\s*defined\s*\(?\s*(\w+)\s*\)?\s*$/.exec(rest!)?.[1] ?? "");
      open.push({ branches: [new Set()], hasElse: false, unless, isAlwaysTrue });
    } else if (word === "endif") {
      if (open.length === 1) continue;
      open.pop();
      for (const defined of definedBy(inner)) open.at(-1)!.branches.at(-1)!.add(defined);
    } else if (open.length > 1) {
      inner.branches.push(new Set());
      inner.hasElse ||= word === "else";
    }
  }
  // What is not closed is read as if it were.
  while (open.length > 1) {
    const inner = open.pop()!;
    for (const defined of definedBy(inner)) open.at(-1)!.branches.at(-1)!.add(defined);
  }
  return definedBy(outside);
}

/** Names in capitals are a project's own; others may be those of a library, which comes first. */
const CAPITALS = /^[A-Z][A-Z0-9_]*$/;

function definedBy({ branches, hasElse, unless, isAlwaysTrue }: Conditional): ReadonlySet<string> {
  const [first, ...others] = branches;
  if (isAlwaysTrue) return first!;
  const byDefault = CAPITALS.test(unless) && first!.has(unless) ? [unless] : [];
  if (!hasElse) return new Set(byDefault);
  return new Set([...byDefault, ...[...first!].filter((name) => others.every((branch) => branch.has(name)))]);
}

/** What may stand before the guard of a header; one piece at a time, since a comment ends at its first mark. */
const BEFORE_GUARD = /\s+|\/\/[^\n]*|#[ \t]*pragma[^\n]*/y;
const GUARD = /#[ \t]*ifndef[ \t]+(\w+)\s+#[ \t]*define[ \t]+\1\b/y;

/** The name that keeps a header from being read twice. */
function guardOf(source: string): string | null {
  let at = 0;
  for (;;) {
    BEFORE_GUARD.lastIndex = at;
    const aside = BEFORE_GUARD.exec(source);
    if (aside) at += aside[0].length;
    else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2);
      if (end < 0) return null;
      at = end + 2;
    } else break;
  }
  GUARD.lastIndex = at;
  return GUARD.exec(source)?.[1] ?? null;
}
