/** Reads of stored facts only what other files see, and passes over the rest without making anything of it. */
import type { ImportFact, LocalFact, OutwardFacts, OutwardSymbol } from "../../core/facts.ts";
import { RELATION, SCOPE, SYMBOL_KIND } from "./fact-codes.ts";
import { FactReader } from "./fact-writer.ts";
import { derivedName, readExport, readImport, readValue, type StoredFacts } from "./facts-codec.ts";

type OutwardLocal = Pick<LocalFact, "name" | "from" | "value">;

export function decodeOutwardFacts(
  stored: Pick<StoredFacts, "outline" | "uses">,
  language: string,
): OutwardFacts {
  const from = new FactReader(stored.outline, "the outline of a blob");
  from.skip(OUTLINE_HEAD);
  const packageName = from.optional();
  from.skip(1);
  const symbols: OutwardSymbol[] = [];
  for (let left = from.number(); left > 0; left--) symbols.push(readOutwardSymbol(from, symbols));
  const imports: ImportFact[] = from.list(() => readImport(from));
  const exports = from.list(() => readExport(from));
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
  const kind = SYMBOL_KIND.wordOf(from.number());
  const name = from.string();
  const parent = from.number() - 1;
  const qualifiedName = from.optional() ?? derivedName({ name, parent }, before);
  const overload = from.number();
  from.skip(1);
  from.skip(2 * from.number());
  const [returnType, valueType, value] = [from.optional(), from.optional(), readValue(from)];
  from.skip(1);
  const modifiers = from.list(() => from.string());
  const scope = SCOPE.wordOf(from.number());
  from.skip(PLACE_OF_SYMBOL);
  const bases = from.list(() => ({ name: from.string(), relation: RELATION.wordOf(from.number()) }));
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
  from.skip(REFERENCE * from.number());
  const values: OutwardLocal[] = [];
  for (let left = from.number(); left > 0; left--) {
    const [name, symbol] = [from.number(), from.number() - 1];
    // Lines where it is visible, whether it is a parameter, its type.
    from.skip(4);
    const value = readValue(from);
    if (symbol === -1 && value) values.push({ name: from.stringOf(name), from: symbol, value });
  }
  return values;
}
