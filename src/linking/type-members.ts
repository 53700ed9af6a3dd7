/** Members of types, own and inherited. */
import { EXTERNAL, found, UNKNOWN, UNPROVEN_EXTERNAL } from "../languages/modules/meaning.ts";
import { packageOf } from "../languages/modules/names.ts";
import { type Entity, handleOfEntity, isType, type Meaning, type SymbolEntity } from "./entities.ts";
import { isSameSymbol } from "./guess-member.ts";
import { mayTake } from "./overloads.ts";
import type { Questions } from "./questions.ts";
import { fullNameOf } from "./questions-keys.ts";
import type { Place } from "./resolver.ts";
import { writtenBase } from "./type-names.ts";

/** Deeper hierarchies than this are cycles or generated code. */
const MAX_TYPES = 64;

export class TypeMembers {
  readonly #q: Questions;
  /** Resolves a written type lexically, never through inherited members: that keeps this from calling itself. */
  readonly #typeNamed: (place: Place, text: string) => Meaning;

  constructor(q: Questions, typeNamed: (place: Place, text: string) => Meaning) {
    this.#q = q;
    this.#typeNamed = typeNamed;
  }

  /**
   * The member that a value of these types (parts of one type) has: the nearest, own before inherited. One that does not take
   * so many arguments stands back: a class may override one signature and inherit the others.
   */
  find(types: readonly Entity[], name: string, argumentCount?: number): Meaning {
    const symbols = types.filter((entity): entity is SymbolEntity => entity.kind === "symbol");
    if (symbols.length === 0) return UNKNOWN;
    const topic = `member\0${symbols.map(handleOfEntity).join("\0")}\0\0${name}\0${argumentCount ?? ""}`;
    const search = () => this.#search(symbols, name, argumentCount);
    return this.#q.remember(topic, search, !symbols.some(this.#isOwn), UNKNOWN);
  }

  /** Entities of the file being linked carry more than its surface and must not reach other files' answers. */
  readonly #isOwn = (entity: SymbolEntity): boolean => entity.file === this.#q.own;

  #search(types: readonly SymbolEntity[], name: string, argumentCount: number | undefined): Meaning {
    const queue = [...types];
    let unfit: SymbolEntity[] | null = null;
    let outside: SymbolEntity[] = [];
    const seen = new Set<string>();
    for (let at = 0; at < queue.length && at < MAX_TYPES; at++) {
      const type = queue[at]!;
      const handle = handleOfEntity(type);
      if (seen.has(handle)) continue;
      seen.add(handle);
      const own = this.#ownMember(type, name);
      if (own.length > 0) {
        if (argumentCount === undefined || own.some((member) => mayTake(member, argumentCount)))
          return found(own);
        unfit ??= own;
        // `v.Validate(order, options)` is an extension where the type's own takes an order alone.
        const { family } = type.file;
        if (outside.length === 0 && family.receiverExtends)
          outside = this.#outsideMembers(type, name).filter((member) => mayTake(member, argumentCount));
      }
      queue.push(...this.#directBases(type).types);
    }
    if (outside.length > 0) return found(outside);
    if (unfit) return { state: "found", entities: unfit, isHeuristic: true };
    // A subtype may have it, or a type that is computed from this one.
    return UNPROVEN_EXTERNAL;
  }

  #ownMember(type: SymbolEntity, name: string): SymbolEntity[] {
    const { file, symbol } = type;
    const memberName = `${symbol.qualifiedName}.${name}`;
    // What a callback in a variable's initialiser defines is no member of the variable.
    const hidesLocals = !isType(type) && symbol.scope !== "local";
    const { family } = file;
    const isOfType = (member: SymbolEntity): boolean => {
      if (!family.tellsTypesByArity) return true;
      const parent = this.#q.parentOf(member);
      return !parent || parent.symbol.typeArity === symbol.typeArity;
    };
    const out = this.#q
      .symbols(file, memberName)
      .filter((member) => (!hidesLocals || member.symbol.scope !== "local") && isOfType(member));
    const mayBeElsewhere = out.length === 0 || family.definesMembersElsewhere;
    if (mayBeElsewhere && family.hasOpenTypes) {
      const packageName = packageOf(family, file.path, file.packageName);
      for (const other of this.#q.globals(family.id, fullNameOf(packageName, memberName))) {
        if ((out.length === 0 || other.file.path !== file.path) && isOfType(other)) out.push(other);
      }
    }
    if (out.length === 0 && family.hasOutsideMembers) out.push(...this.#outsideMembers(type, name));
    // `Item` taken from an Item is the type again, not the constructor that is called like it.
    return name === symbol.name ? out.filter((member) => member.symbol.kind !== "constructor") : out;
  }

  /** What a type from outside does not have itself may be an extension of it: the only one of the view that is called so. */
  onlyExtension(name: string): SymbolEntity | null {
    const family = this.#q.own?.family;
    if (!family?.receiverExtends) return null;
    const isExtension = ({ symbol }: SymbolEntity) =>
      symbol.receiverType !== undefined && symbol.scope !== "local";
    const [first, ...others] = this.#q.named(family.id, name).filter(isExtension);
    return first && others.every((other) => isSameSymbol(other, first)) ? first : null;
  }

  /** Types that other parts of a type declare, in other files. */
  nestedElsewhere({ file, symbol }: SymbolEntity, name: string): SymbolEntity[] {
    const packageName = packageOf(file.family, file.path, file.packageName);
    const full = fullNameOf(packageName, `${symbol.qualifiedName}.${name}`);
    return this.#q.globals(file.family.id, full).filter(isType);
  }

  /** Extension methods, impl blocks and out-of-class definitions whose receiver means this very type. */
  #outsideMembers(type: SymbolEntity, name: string): SymbolEntity[] {
    return this.#q.receiverMembers(type.file.family.id, type.symbol.name, name).filter((member) => {
      if (member.file.path === type.file.path) return true;
      const meaning = this.#typeNamed({ file: member.file, owner: null }, member.symbol.receiverType!);
      return (
        meaning.state === "found" &&
        meaning.entities.some(
          (entity) => entity.kind === "symbol" && handleOfEntity(entity) === handleOfEntity(type),
        )
      );
    });
  }

  /** Types that these extend or implement directly; `external` when one of them is outside the view. */
  bases(types: readonly SymbolEntity[]): Meaning {
    const out: SymbolEntity[] = [];
    let leavesView = types.length === 0;
    for (const type of types) {
      const direct = this.#directBases(type);
      out.push(...direct.types);
      leavesView ||= direct.leavesView;
    }
    return out.length > 0 ? found(out) : leavesView ? EXTERNAL : UNKNOWN;
  }

  #directBases(type: SymbolEntity): { types: SymbolEntity[]; leavesView: boolean } {
    const read = () => {
      const { file, symbol } = type;
      const place: Place = { file, owner: this.#q.parentOf(type) };
      const written = symbol.bases.map(writtenBase);
      // `type A = B` has B's members; so has a variable declared with a type.
      if (!isType(type) || symbol.kind === "type") {
        const { value, valueType } = symbol;
        if (valueType !== undefined) written.push(valueType);
        else if (value?.kind === "name" && symbol.kind === "type") {
          written.push(value.receiver === undefined ? value.name : `${value.receiver}.${value.name}`);
        }
      }
      const types: SymbolEntity[] = [];
      let leavesView = false;
      for (const text of written) {
        const meaning = this.#typeNamed(place, text);
        if (meaning.state !== "found") leavesView = true;
        else for (const entity of meaning.entities) if (entity.kind === "symbol") types.push(entity);
      }
      return { types, leavesView };
    };
    return this.#q.remember(`bases\0${handleOfEntity(type)}`, read, !this.#isOwn(type), {
      types: [],
      leavesView: true,
    });
  }
}
