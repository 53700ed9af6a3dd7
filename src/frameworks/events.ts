/** Events inside one program: who listens offers, who publishes needs; keyed by the class of the event or its name. */
import type { CallFact, SymbolFact } from "../core/facts.ts";
import { handleOfSymbol, placeOfCall } from "./arguments.ts";
import type { Contract, FrameworkFile } from "./contract.ts";

export function listener(file: FrameworkFile, symbol: number, key: string, framework: string): Contract {
  const handle = handleOfSymbol(file, symbol);
  const place = { handle, span: file.symbols[symbol]!.span };
  return { kind: "event", key, place, tier: "resolved", implementation: handle, details: { framework } };
}

export function published(file: FrameworkFile, call: CallFact, key: string, framework: string): Contract {
  return { kind: "event", key, place: placeOfCall(file, call), tier: "resolved", details: { framework } };
}

/** `new OrderMade(…)` as an argument: the class that is made. */
export function madeClass(name: string | undefined): string | null {
  const made = /^([\w.\\]+)\(\)$/.exec(name ?? "")?.[1]?.replace(/^.*[.\\]/s, "");
  return made !== undefined && /^[A-Z]/.test(made) ? made : null;
}

/** The class of the first parameter. */
export function firstParameterType({ parameters }: Pick<SymbolFact, "parameters">): string | null {
  const type = parameters[0]?.type?.replace(/<.*$/s, "").replace(/^.*[.\\]/s, "");
  return type !== undefined && /^[A-Z]\w*$/.test(type) ? type : null;
}
