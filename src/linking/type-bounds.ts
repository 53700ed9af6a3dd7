/** What a type parameter is at least: `where T : Shape` gives a T the members of a Shape. */
import { found } from "../languages/modules/meaning.ts";
import { handleOfEntity, isType, type Meaning, type SymbolEntity } from "./entities.ts";
import type { Resolver } from "./resolver.ts";
import { looksLikeTypeParameter } from "./type-names.ts";

export class TypeBounds {
  readonly #resolver: Resolver;
  /** Bounds may name each other in a ring. */
  readonly #asked = new Set<string>();

  constructor(resolver: Resolver) {
    this.#resolver = resolver;
  }

  /** Null where the symbol has no such type parameter, or says nothing of it. */
  of(owner: SymbolEntity, name: string): Meaning | null {
    const { typeBounds, receiverType } = owner.symbol;
    const own = typeBounds === undefined ? null : this.#read(owner, typeBounds, name);
    if (own || !looksLikeTypeParameter(name)) return own;
    // Methods outside of their type use its parameters (Go, Rust), and one part of a class says it for all (C#).
    const isPart = isType(owner) && owner.symbol.modifiers.includes("partial");
    if (receiverType === undefined && !isPart) return null;
    const others = isPart ? this.#resolver.allParts(owner) : typesIn(this.#resolver.receiverTypeOf(owner));
    for (const other of others) {
      const bounds = other.symbol.typeBounds;
      const bound = bounds === undefined ? null : this.#read(other, bounds, name);
      if (bound) return bound;
    }
    return null;
  }

  #read(owner: SymbolEntity, bounds: string, name: string): Meaning | null {
    const texts = boundsOf(bounds, name);
    const key = `${handleOfEntity(owner)}\0${name}`;
    if (texts.length === 0 || this.#asked.has(key)) return null;
    this.#asked.add(key);
    const place = { file: owner.file, owner };
    const types = texts.flatMap((text) => typesIn(this.#resolver.typeNamed(place, text)));
    this.#asked.delete(key);
    return types.length > 0 ? found(types) : null;
  }
}

function typesIn(meaning: Meaning): SymbolEntity[] {
  return meaning.state === "found" ? meaning.entities.filter(isType) : [];
}

/** Of `T: Shape & Named; K: Key`. */
function boundsOf(bounds: string, name: string): string[] {
  const prefix = `${name}: `;
  const own = bounds.split("; ").find((one) => one.startsWith(prefix));
  return own ? own.slice(prefix.length).split(" & ") : [];
}
