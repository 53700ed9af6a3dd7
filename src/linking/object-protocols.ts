/** What classes give where they say so themselves: to Python's `with`, to who reads an attribute, to who calls an object. */
import { found, UNKNOWN } from "../languages/modules/meaning.ts";
import type { Meaning } from "./entities.ts";
import type { Place, Resolver } from "./resolver.ts";

/** What `with` gives: what the class says, or else the object itself. A generator gives what it yields, see `givenBy`. */
export function enteredType(resolver: Resolver, container: Meaning, hops: number): Meaning {
  for (const name of ["__enter__", "__aenter__"]) {
    const entered = resolver.returnOf(resolver.member(container, name), container, hops);
    if (entered.state === "found") return entered;
  }
  return container;
}

/** What calling an object gives whose class says so: by `__call__` in Python. */
export function calledType(resolver: Resolver, object: Meaning, callOperator: string, hops: number): Meaning {
  if (callOperator === "" || object.state !== "found" || hops <= 0) return UNKNOWN;
  const called = resolver.member(object, callOperator);
  return called.state === "found" ? resolver.returnOf(called, object, hops - 1) : UNKNOWN;
}

/**
 * What reading an attribute gives whose class says so itself: for `Late[Engine]` most likely an Engine. Of overloads the
 * last speaks of instances.
 */
export function describedType(
  resolver: Resolver,
  type: Meaning,
  place: Place,
  written: string,
  hops: number,
): Meaning {
  const getter = type.state === "found" && hops > 0 ? resolver.member(type, "__get__") : UNKNOWN;
  const last = getter.state === "found" ? getter.entities.at(-1) : undefined;
  if (!last) return type;
  const argument = /^[\w.]+\[([^[\],]+)\]$/.exec(written.trim())?.[1];
  const held = argument === undefined ? UNKNOWN : resolver.typeNamed(place, argument);
  return held.state === "found" ? held : resolver.returnOf(found([last]), type, hops);
}
