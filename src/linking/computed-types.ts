/** Types that are computed from a value or from another type; both may come back to themselves. */
import { UNKNOWN } from "../languages/modules/meaning.ts";
import type { Meaning } from "./entities.ts";
import { parseChain } from "./expressions.ts";
import type { Place, Resolver } from "./resolver.ts";

const TYPE_QUERY = /^:?\s*(?:(?:Awaited<\s*)?(ReturnType)<\s*)?typeof\s+([\w$.]+)\s*>*$/;
const INDEXED_TYPE = /^:?\s*([\w$.]+)\[["']([\w$]+)["']\]$/;

/** `typeof app` and `ReturnType<typeof makeApp>`; null for any other text. */
export function queriedType(resolver: Resolver, place: Place, text: string): Meaning | null {
  const match = TYPE_QUERY.exec(text);
  if (!match) return null;
  const [, returned, name] = match;
  const read = () => {
    const chain = parseChain(returned === undefined ? name! : `${name}()`);
    return chain ? resolver.chainType(place, chain) : UNKNOWN;
  };
  return remember(resolver, place, `typeof\0${text}`, read);
}

/** `App["scene"]`; null for any other text. */
export function indexedType(resolver: Resolver, place: Place, text: string): Meaning | null {
  const match = INDEXED_TYPE.exec(text);
  if (!match) return null;
  const [, type, member] = match;
  const read = () => resolver.typeOf(resolver.member(resolver.typeNamed(place, type!), member!));
  return remember(resolver, place, `indexed\0${type}\0${member}`, read);
}

function remember({ q }: Resolver, { file, owner }: Place, what: string, read: () => Meaning): Meaning {
  const topic = `${what}\0${file.path}\0${owner?.symbol.qualifiedName ?? ""}`;
  return q.remember(topic, read, file !== q.own, UNKNOWN);
}
