/** Reads of stored facts only what other files see, and passes over the rest without making anything of it. */
import type { LocalFact, OutwardFacts, OutwardSymbol } from "../core/facts.ts";
import { SCOPE, SYMBOL_KIND } from "./fact-codes.ts";
import { FactReader } from "./fact-writer.ts";
import {
  derivedName,
  readBases,
  readExports,
  readImports,
  readModifiers,
  readValue,
  type StoredFacts,
} from "./facts-codec.ts";

type OutwardLocal = Pick<LocalFact, "name" | "from" | "value">;

export function decodeOutwardFacts(
  stored: Pick<StoredFacts, "outline" | "uses">,
  language: string,
): OutwardFacts {
  const from = new FactReader(stored.outline, "the outline of a blob");
  from.skipVarints(OUTLINE_HEAD);
  const packageName = from.optional();
  from.skipVarints(1);
  const symbols: OutwardSymbol[] = [];
  for (let left = from.varint(); left > 0; left--) symbols.push(readOutwardSymbol(from, symbols));
  const imports = readImports(from);
  const exports = readExports(from);
  const facts = { language, symbols, imports, exports, locals: readTopLevelValues(stored.uses) };
  return packageName === undefined ? facts : { ...facts, packageName };
}

/** Status, bytes, lines, tokens. */
const OUTLINE_HEAD = 4;
/** Span, position of the name, complexity. */
const PLACE_OF_SYMBOL = 4 + 2 + 1;
/** Kind, name, receiver, symbol, line, column. */
const REFERENCE = 6;

function readOutwardSymbol(from: FactReader, before: readonly OutwardSymbol[]): OutwardSymbol {
  const kind = SYMBOL_KIND.wordOf(from.varint());
  const name = from.string();
  const parent = from.varint() - 1;
  const qualifiedName = from.optional() ?? derivedName({ name, parent }, before);
  const overload = from.varint();
  from.skipVarints(1);
  from.skipVarints(2 * from.varint());
  const returnType = from.optional();
  const valueType = from.optional();
  const value = readValue(from);
  from.skipVarints(1);
  const modifiers = readModifiers(from);
  const scope = SCOPE.wordOf(from.varint());
  from.skipVarints(PLACE_OF_SYMBOL);
  const bases = readBases(from);
  const receiverType = from.optional();
  const symbol: OutwardSymbol = { kind, name, qualifiedName, overload, parent, modifiers, scope, bases };
  if (returnType !== undefined) symbol.returnType = returnType;
  if (valueType !== undefined) symbol.valueType = valueType;
  if (value !== undefined) symbol.value = value;
  if (receiverType !== undefined) symbol.receiverType = receiverType;
  return symbol;
}

function readTopLevelValues(uses: Uint8Array): OutwardLocal[] {
  const from = new FactReader(uses, "the references of a blob");
  from.skipVarints(REFERENCE * from.varint());
  const values: OutwardLocal[] = [];
  for (let left = from.varint(); left > 0; left--) {
    const name = from.varint();
    const symbol = from.varint() - 1;
    // Lines where it is visible, whether it is a parameter, its type.
    from.skipVarints(4);
    if (symbol === -1) {
      const value = readValue(from);
      if (value) values.push({ name: from.stringOf(name), from: symbol, value });
    } else if (from.varint() > 0) from.skipVarints(2);
  }
  return values;
}
