/** `impl<T: Repo> Service<T>`: what a block says of its type parameters holds for its methods and for the fields of the type. */
import type { SymbolFact } from "../../core/facts.ts";
import { readTypeBounds } from "../type-bounds.ts";

const HEAD = /^[ \t]*(?:unsafe\s+)?(impl\s*<[^{;]*)\{/gm;

export function addImplBounds(
  symbols: readonly SymbolFact[],
  source: string,
  nameOf: (type: string) => string,
): void {
  if (!/\bimpl\s*</.test(source)) return;
  const blocks = [...source.matchAll(HEAD)].flatMap((match) => {
    const head = match[1]!.replace(/\s+/g, " ");
    const bounds = readTypeBounds(head, "impl", "colon");
    return bounds === "" ? [] : [{ start: match.index, bounds, type: nameOf(typeOf(head)) }];
  });
  for (const { start, bounds, type } of blocks) {
    const next = source.indexOf("\nimpl", start + 1);
    const end = next < 0 ? source.length : next;
    for (const symbol of symbols) {
      const isType = symbol.kind === "struct" || symbol.kind === "enum";
      if (isType && symbol.name === type) symbol.typeBounds ??= bounds;
      const { receiverType, span } = symbol;
      if (receiverType === type && span.start > start && span.start < end)
        symbol.typeBounds = symbol.typeBounds === undefined ? bounds : `${symbol.typeBounds}; ${bounds}`;
    }
  }
}

/** What is written between the block's type parameters and its `where`, without the trait. */
function typeOf(head: string): string {
  let depth = 0;
  let at = head.indexOf("<");
  for (; at < head.length; at++) {
    if (head[at] === "<") depth += 1;
    else if (head[at] === ">" && head[at - 1] !== "-" && --depth === 0) break;
  }
  const rest = head
    .slice(at + 1)
    .split(/\bwhere\b/)[0]!
    .trim();
  return rest.slice(rest.lastIndexOf(" for ") + 1).replace(/^for /, "");
}
