/** What an address in code says: the path, and the host or the name of what holds the part in front of it. */
import type { ArgumentFact, SymbolFact } from "../../core/facts.ts";
import { HOLE, pathOf } from "../route-key.ts";

export interface Address {
  /** Holes marked as by `pathOf`. */
  path: string;
  /** `orders.internal:8080`, as written. */
  host?: string;
  /** Source text of the value in front of the path that is not known here: `API_URL`. */
  base?: string;
}

const WHOLE = /^(?:https?|wss?):\/\/([^/?#]*)(.*)$/is;

/** Null when nothing of a path is known. Constants of the file are read; others are the base. */
export function addressOf(given: ArgumentFact, symbols: readonly SymbolFact[]): Address | null {
  let path = pathOf(given);
  let base: string | undefined;
  const [first] = given.holes;
  if (first?.at === 0) {
    const constant = symbols.find(
      ({ name, literal }) => name === lastName(first.text) && literal !== undefined,
    );
    path = (constant?.literal ?? "") + path.slice(HOLE.length);
    if (!constant) base = first.text;
  }
  const whole = WHOLE.exec(path);
  if (whole) {
    const [, host, rest] = whole as unknown as [string, string, string];
    // `http://${HOST}/a`: the name of the host is in the hole.
    const hole = host.includes(HOLE) ? given.holes.find(({ at }) => at > 0)?.text : undefined;
    if (rest === "" || rest === "/") return null;
    return hole === undefined ? { path: rest, host } : { path: rest, base: hole };
  }
  if (base !== undefined) return /^\/?[\w$-]/.test(path) ? { path: withSlash(path), base } : null;
  return path.startsWith("/") ? { path } : null;
}

function withSlash(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

/** `BASE` of `config.BASE`: constants of the file are asked for by their own names. */
function lastName(text: string): string {
  return text.replace(/^.*[.:]/, "");
}
