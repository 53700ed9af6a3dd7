/** Dependency injection: what classes ask for in their constructors, and what is given for it. */
import type { SymbolFact } from "../core/facts.ts";
import { handleOfSymbol } from "./arguments.ts";
import type { Contract, FrameworkFile, NamedSymbol, Place } from "./contract.ts";

/** Types that no container gives. */
const PLAIN =
  /^(?:[a-z]\w*|String|Integer|Long|Boolean|Double|Float|Object|List|Set|Map|Optional|Array|Record|Promise|Date|Func|Action|Guid|Task|DateTime|IEnumerable|Duration|Class)$/;

/** `Repository<User>` and `App\Store | null` by the name that they are bound under; null for what is no service. */
export function boundName(type: string | undefined): string | null {
  const bare = (type ?? "")
    .replace(/<.*$/s, "")
    .replace(/\s*\|.*$|\?$/s, "")
    .replace(/^.*[.\\:]/s, "")
    .trim();
  return /^\w+$/.test(bare) && !PLAIN.test(bare) ? bare : null;
}

export function givenFor(
  wanted: string,
  given: NamedSymbol | Contract["implementation"],
  { framework, place }: { framework: string; place: Place },
): Contract {
  const offer: Contract = { kind: "injection", key: wanted, place, tier: "resolved", details: { framework } };
  if (typeof given === "string") return { ...offer, implementation: given };
  return given === undefined
    ? offer
    : { ...offer, answeredBy: given, details: { framework, given: given.type } };
}

export function askedFor(key: string, framework: string, place: Place): Contract {
  return { kind: "injection", key, place, tier: "resolved", details: { framework } };
}

/** Of every class that a container makes: one for each parameter of its constructor. */
export function askedByConstructors(
  file: FrameworkFile,
  framework: string,
  isMade: (type: SymbolFact, at: number) => boolean,
): Contract[] {
  return file.symbols.flatMap((symbol, at) => {
    const owner = file.symbols[symbol.parent];
    if (!isConstructor(symbol) || !owner || !isMade(owner, symbol.parent)) return [];
    const place = { handle: handleOfSymbol(file, at), span: symbol.span };
    return symbol.parameters.flatMap(({ name, type }) => {
      const key = namedByAnnotation(file, symbol.parent, name) ?? boundName(type);
      return key === null ? [] : [askedFor(key, framework, place)];
    });
  });
}

function isConstructor({ kind, name }: SymbolFact): boolean {
  return kind === "constructor" || name === "__construct";
}

/** `@Inject("MAILS") mails: Mails`: parameters that are properties, too, carry the annotation there. */
function namedByAnnotation(
  { annotations, symbols }: FrameworkFile,
  type: number,
  parameter: string,
): string | null {
  const found = annotations.find(
    (one) => one.name === "Inject" && one.parameter === parameter && symbols[one.symbol]?.parent === type,
  );
  const [given] = found?.arguments ?? [];
  return given ? given.text || (given.holes[0]?.text ?? null) : null;
}
