/** Offers whose answering code is named by a convention, `users#show`, tied to the method or class of that name. */
import { handleOf } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import type { Contract, NamedSymbol } from "../frameworks/contract.ts";
import { ClassesNamed, type ClassReader } from "./classes-named.ts";

export async function tieByName(reader: ClassReader, offers: readonly Contract[]): Promise<Contract[]> {
  const named = offers.flatMap(({ answeredBy }) => (answeredBy ? [answeredBy.type] : []));
  if (named.length === 0) return [...offers];
  const classes = await ClassesNamed.read(reader, named);
  return offers.map((offer) => {
    if (!offer.answeredBy || offer.implementation) return offer;
    const implementation = handleNamed(classes, offer.answeredBy, pathOfHandle(offer.place.handle));
    return implementation === null ? offer : { ...offer, implementation };
  });
}

/** Null also where the class is known and has no such member: it may inherit it from outside. */
function handleNamed(
  classes: ClassesNamed,
  { type, member }: NamedSymbol,
  from: string,
): Contract["implementation"] | null {
  const found = classes.of(type, from);
  if (!found) return null;
  const { path, symbol, symbols } = found;
  if (member === undefined) return handleOf(path, symbol);
  const own = symbols.find(({ qualifiedName }) => qualifiedName === `${symbol.qualifiedName}.${member}`);
  return own ? handleOf(path, own) : null;
}
