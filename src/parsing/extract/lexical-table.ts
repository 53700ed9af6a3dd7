/** What may start at a character, looked up instead of tried: most characters start nothing. */
import type { LiteralSyntax, StringForm } from "../../languages/literal-syntax.ts";

export interface LexicalTable {
  /** By code below 128: 1 when a string, a character or a comment may start with it. */
  starts: Uint8Array;
  /** By code of the first character. */
  forms: readonly (readonly StringForm[] | undefined)[];
}

const tables = new WeakMap<LiteralSyntax, LexicalTable>();

export function lexicalTable(syntax: LiteralSyntax): LexicalTable {
  let table = tables.get(syntax);
  if (!table) {
    table = makeTable(syntax);
    tables.set(syntax, table);
  }
  return table;
}

function makeTable({ strings, lineComments, blockComments, hasCharacters }: LiteralSyntax): LexicalTable {
  const starts = new Uint8Array(128);
  const forms: StringForm[][] = [];
  for (const form of strings) {
    const code = form.open.charCodeAt(0);
    starts[code] = 1;
    forms[code] = [...(forms[code] ?? []), form];
  }
  for (const open of [...lineComments, ...blockComments.map(([start]) => start)])
    starts[open.charCodeAt(0)] = 1;
  if (hasCharacters) starts["'".charCodeAt(0)] = 1;
  return { starts, forms };
}
