/** What JavaScript and TypeScript share beyond their queries. */
import type { BlobFacts, ExportFact, SymbolFact } from "../../core/facts.ts";
import type { CapturedMatch } from "../contract.ts";
import { addGenericReturn } from "./generic-returns.ts";
import { addReturnedValues } from "./returned-values.ts";

const MODULE_OBJECTS: ReadonlySet<string> = new Set(["exports", "module.exports"]);

/** `export = Foo` and `module.exports = Foo` both give importers one value, as a default export does. */
export function readEcmascriptExport(match: CapturedMatch): ExportFact[] {
  const line = (match.export ?? [])[0]?.startLine ?? 1;
  const source = match.source?.[0] ? { source: unquoted(match.source[0].text) } : {};
  const alias = match.alias?.[0] && unquoted(match.alias[0].text);
  if (match.wildcard) return [{ exported: alias ?? "*", local: "*", ...source, line }];
  return (match.name ?? []).map((name) => {
    const local = unquoted(name.text);
    const isWholeModule =
      alias === "=" || (match._exports !== undefined && name.type === "identifier" && !alias);
    return { exported: isWholeModule ? "default" : (alias ?? local), local, ...source, line };
  });
}

function unquoted(text: string): string {
  return /^["'`]/.test(text) ? text.slice(1, -1) : text;
}

export function refineEcmascript(facts: BlobFacts, source: string): void {
  addReturnedValues(facts, source);
  for (const symbol of facts.symbols) {
    if (symbol.returnType !== undefined) addGenericReturn(symbol);
    if (symbol.receiverType !== undefined) refineAssigned(symbol, facts);
    const parent = facts.symbols[symbol.parent];
    if (symbol.kind === "method" && symbol.name === "constructor" && parent?.kind === "class") {
      symbol.kind = "constructor";
    }
    if (symbol.kind === "property" && parent?.kind === "constructor") liftParameterProperty(symbol, facts);
    // What it lies in may have been given another name.
    const around = facts.symbols[symbol.parent];
    if (around && !symbol.qualifiedName.startsWith(`${around.qualifiedName}.`)) {
      symbol.qualifiedName = `${around.qualifiedName}.${symbol.name}`;
    }
    if (symbol.modifiers.includes("default") && symbol.name !== "default" && symbol.parent < 0) {
      facts.exports.push({ exported: "default", local: symbol.name, line: symbol.namePosition.line });
    }
  }
}

/** `exports.f = …` exports f; `Foo.prototype.m = …` is a method of Foo; `this.x = …` a member of what encloses it. */
function refineAssigned(symbol: SymbolFact, facts: BlobFacts): void {
  const receiver = symbol.receiverType!;
  if (MODULE_OBJECTS.has(receiver)) {
    delete symbol.receiverType;
    symbol.qualifiedName = symbol.name;
    symbol.scope = "exported";
    facts.exports.push({ exported: symbol.name, local: symbol.name, line: symbol.span.startLine });
    return;
  }
  if (receiver === "module" && symbol.name === "exports") {
    delete symbol.receiverType;
    symbol.name = "default";
    symbol.qualifiedName = "default";
    symbol.scope = "exported";
    facts.exports.push({ exported: "default", local: "default", line: symbol.span.startLine });
    return;
  }
  symbol.kind = "method";
  if (receiver.endsWith(".prototype")) {
    symbol.receiverType = receiver.slice(0, -".prototype".length);
    if (symbol.parent < 0) symbol.qualifiedName = `${symbol.receiverType}.${symbol.name}`;
  }
}

/** `constructor(private readonly db: Db)` declares a property of the class. */
function liftParameterProperty(symbol: SymbolFact, facts: BlobFacts): void {
  const owner = facts.symbols[symbol.parent]!.parent;
  const parent = facts.symbols[owner];
  symbol.parent = owner;
  symbol.qualifiedName = parent ? `${parent.qualifiedName}.${symbol.name}` : symbol.name;
  const isHidden = symbol.modifiers.some((word) => word === "private" || word === "protected");
  symbol.scope = isHidden ? "internal" : (parent?.scope ?? "internal");
}
