/** What type parameters are known to be at least: `<T extends Shape>`, `where T : Shape`, `[T Shape]`. */
import type { SymbolFact } from "../core/facts.ts";
import type { TypeBoundSyntax } from "./contract.ts";
import { splitParts } from "./split-parts.ts";

const MAY_HAVE: Readonly<Record<TypeBoundSyntax, RegExp>> = {
  extends: /<[^>]*\bextends\b/,
  colon: /[<[][^>\]]*:|\bwhere\b/,
  subtype: /\[[^\]]*<:/,
  blank: /\[\s*\w+[\w\s,]*\s/,
};
const PARAMETER: Readonly<Record<TypeBoundSyntax, RegExp>> = {
  extends: /(?:^|\s)([\w$]+)\s+extends\s+(.+)$/s,
  colon: /(?:^|\s)(\w+)\s*:\s*(.+)$/s,
  subtype: /(?:^|\s)[+-]?(\w+)\s*<:\s*(.+)$/s,
  blank: /^\s*(\w+)\s+(.+)$/s,
};
/** Says nothing about members, or is no single type. */
const NO_BOUND = /[{;|~]|^(?:keyof|readonly|typeof|infer)\b/;
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  "class struct notnull unmanaged default new any comparable object Any unknown Sized Send Sync Copy".split(
    " ",
  ),
);

export function attachTypeBounds(symbols: readonly SymbolFact[], syntax: TypeBoundSyntax): void {
  for (const symbol of symbols) {
    if (!MAY_HAVE[syntax].test(symbol.signature)) continue;
    const bounds = readTypeBounds(symbol.signature, symbol.name, syntax);
    if (bounds !== "") symbol.typeBounds = bounds;
  }
}

/** As `SymbolFact.typeBounds` holds them; "" where nothing is known. */
export function readTypeBounds(signature: string, name: string, syntax: TypeBoundSyntax): string {
  const bounds = new Map<string, string[]>();
  const add = (parameter: string, written: string) => {
    const known = partsOf(written).filter((part) => !NO_BOUND.test(part) && !SAYS_NOTHING.has(part));
    if (known.length > 0) bounds.set(parameter, [...(bounds.get(parameter) ?? []), ...known]);
  };
  const declared = [...listOf(signature, name)];
  if (syntax === "blank") inheritBounds(declared);
  for (const part of declared) {
    const match = PARAMETER[syntax].exec(withoutDefault(part));
    if (match) add(match[1]!, match[2]!);
  }
  if (syntax === "colon") {
    for (const clause of signature.split(/\bwhere\b/).slice(1)) {
      let parameter = "";
      for (const part of splitParts(`(${clause})`)) {
        const match = /^\s*(\w+)\s*:\s*(.+)$/s.exec(part);
        if (match) parameter = match[1]!;
        if (parameter !== "") add(parameter, match ? match[2]! : part);
      }
    }
  }
  return [...bounds].map(([parameter, parts]) => `${parameter}: ${parts.join(" & ")}`).join("; ");
}

/** The type parameters behind a name; before it, where they stand there (Java, Kotlin). */
function listOf(signature: string, name: string): string[] {
  const at = signature.search(new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}\\s*[<[]`));
  const before = at < 0 ? signature.search(/(?:^|\s)</) : -1;
  const open = at < 0 ? before : at + name.length;
  return open < 0 ? [] : splitParts(signature.slice(open).trimStart());
}

/** Go: in `[K, V Shape]` both are Shapes. */
function inheritBounds(parts: string[]): void {
  for (let at = parts.length - 2; at >= 0; at--) {
    const next = PARAMETER.blank.exec(parts[at + 1]!.trim());
    if (next && /^\s*\w+\s*$/.test(parts[at]!)) parts[at] = `${parts[at]!.trim()} ${next[2]!}`;
  }
}

function withoutDefault(part: string): string {
  return part.replace(/\s=(?!>)\s?.*$/s, "").trim();
}

/** `A & B` and `A + B` are both. */
function partsOf(written: string): string[] {
  return written
    .split(/\s[&+]\s/)
    .map((part) => part.trim().replace(/\(\s*\)$/, ""))
    .filter((part) => part !== "" && !part.startsWith("'"));
}
