/** Jobs: classes and functions that run later, and the calls that put them into a queue. */
import type { CallFact } from "../core/facts.ts";
import { handleOfSymbol, placeOfCall } from "./arguments.ts";
import type { Contract, Details, FrameworkFile, Unit } from "./contract.ts";

export interface FoundJob {
  /** The class or function, as an index into the symbols of the file. */
  symbol: number;
  /** What runs; the symbol itself when absent. */
  member?: string;
  details: Details;
}

export function jobUnit(file: FrameworkFile, { symbol, details }: FoundJob): Unit {
  const { name, span } = file.symbols[symbol]!;
  return { type: "job", name, place: { handle: handleOfSymbol(file, symbol), span }, details };
}

/** Asked for by the name of the class or function. */
export function jobOffer(file: FrameworkFile, { symbol, member, details }: FoundJob): Contract {
  const { name, qualifiedName, span } = file.symbols[symbol]!;
  const runs = member === undefined ? -1 : memberAt(file, symbol, member);
  const handle = handleOfSymbol(file, symbol);
  return {
    kind: "job",
    key: lastPart(name || qualifiedName),
    place: { handle, span },
    tier: "resolved",
    implementation: runs < 0 ? handle : handleOfSymbol(file, runs),
    details,
  };
}

export function jobNeed(file: FrameworkFile, call: CallFact, name: string, framework: string): Contract {
  return {
    kind: "job",
    key: lastPart(name),
    place: placeOfCall(file, call),
    tier: "resolved",
    details: { framework },
  };
}

export function memberAt({ symbols }: FrameworkFile, owner: number, name: string): number {
  const within = `${symbols[owner]!.qualifiedName}.${name}`;
  return symbols.findIndex(({ qualifiedName }) => qualifiedName === within);
}

/** `Mails::SendJob`, `App\Jobs\Send`, `Shop.Mailer` */
export function lastPart(name: string): string {
  return name.replace(/^.*(?:::|\\|\.)/s, "");
}
