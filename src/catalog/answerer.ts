/** The symbol or file whose code answers an offer; null when a handler is named and not known. */
import type { Handle } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import type { Contract } from "../frameworks/contract.ts";

export function answererOf(offer: Contract): Handle | null {
  const { implementation, details, place, specification } = offer;
  if (implementation) return implementation;
  const isSpecifiedAlone = specification !== undefined && pathOfHandle(place.handle) === specification.path;
  // A function that registers a handler is not the handler; one that is written in place lies in it.
  return isSpecifiedAlone || details.handler !== undefined || details.action !== undefined
    ? null
    : place.handle;
}
