/** What names, types and members mean, asked file by file through `Questions`. Works on surfaces alone. */
import { type SymbolFact, TYPE_KINDS, type ValueFact } from "../core/facts.ts";
import { EXTERNAL, found, UNKNOWN, UNPROVEN_EXTERNAL } from "../languages/modules/meaning.ts";
import { packageOf } from "../languages/modules/names.ts";
import { givenBy, heldType } from "./collections.ts";
import { indexedType, queriedType } from "./computed-types.ts";
import {
  type Entity,
  isCallable,
  isType,
  type Meaning,
  rulesOf,
  rulesOfNamespace,
  type SymbolEntity,
} from "./entities.ts";
import { type Chain, parseChain } from "./expressions.ts";
import type { FileScope } from "./file-scope.ts";
import {
  asGuess,
  asSureAs,
  givenBack,
  hasDefinition,
  hasKnownType,
  isMadeByNew,
  isPrototype,
  isVariable,
  makesInstance,
  namedInside,
  returnsTypeParameter,
  valueBesideTypes,
  visibleInside,
} from "./meanings.ts";
import { describedType, enteredType } from "./object-protocols.ts";
import { isOfOtherTypeArity, mayTake, ofTypeArity } from "./overloads.ts";
import type { Questions } from "./questions.ts";
import { fullNameOf } from "./questions-keys.ts";
import { TypeBounds } from "./type-bounds.ts";
import { TypeMembers } from "./type-members.ts";
import {
  isAnything,
  looksLikeTypeParameter,
  resultsOf,
  typeArgumentCountOf,
  typePathOf,
} from "./type-names.ts";
import { unionNamed } from "./union-types.ts";

/** Where a name is looked up: a file and the innermost symbol around it. */
export interface Place {
  file: FileScope;
  owner: SymbolEntity | null;
}

interface NameOptions {
  withMembers: boolean;
  /** Of a call, where that tells overloads apart. */
  argumentCount?: number | undefined;
  /** As written behind the name, should it be that of a type. */
  typeArgumentCount?: number | undefined;
  /** Members that are called like a type are not meant. */
  onlyTypes?: boolean;
  /** A type parameter stands for what it is at least. */
  withBounds?: boolean;
}

/** Hops through initialisers and return types before giving up; real chains are short. */
const MAX_HOPS = 6;
const SAME_TYPE = new Set(["this", "self", "static", "Self", "typing.Self", "$this", "Self?"]);

/** Only such a text can name a collection. */
const MAY_HOLD = /[[<(]/;
const RESULT = /^#\d$/;

const FUNCTION_KINDS: ReadonlySet<SymbolFact["kind"]> = new Set(["function", "method", "constructor"]);

export class Resolver {
  readonly q: Questions;
  readonly members: TypeMembers;
  readonly #bounds: TypeBounds;

  constructor(q: Questions) {
    this.q = q;
    this.members = new TypeMembers(q, (place, text) => this.typeNamed(place, text));
    this.#bounds = new TypeBounds(this);
  }

  /** A bare name, looked up outwards from `place`; locals are the caller's business. */
  name(place: Place, name: string, options: NameOptions = { withMembers: true }): Meaning {
    const { file } = place;
    const traits = file.family;
    const { argumentCount } = options;
    let unfit: readonly SymbolEntity[] | null = null;
    for (let owner = place.owner; owner; owner = this.q.parentOf(owner)) {
      const bound = options.withBounds ? this.#bounds.of(owner, name) : null;
      if (bound) return bound;
      const inner = namedInside(this.q.symbols(file, `${owner.symbol.qualifiedName}.${name}`));
      const visible = visibleInside(owner, inner, options.onlyTypes === true);
      const fits = argumentCount === undefined || visible.some((member) => mayTake(member, argumentCount));
      if (visible.length > 0 && fits) return found(visible);
      if (visible.length > 0) unfit ??= visible;
      if (visible.length === 0 && options.onlyTypes && owner.symbol.modifiers.includes("partial")) {
        const nested = this.members.nestedElsewhere(owner, name);
        if (nested.length > 0) return found(ofTypeArity(nested, options.typeArgumentCount));
      }
      if (!options.withMembers || !traits.hasImplicitThis) continue;
      const inherited = this.#implicitMember(owner, name, argumentCount);
      if (options.onlyTypes && inherited.state === "found" && !inherited.entities.some(isType)) continue;
      if (inherited.state === "found" && !(unfit && inherited.isHeuristic)) return inherited;
    }
    if (unfit) return { state: "found", entities: unfit, isHeuristic: true };
    const count = traits.tellsTypesByArity ? options.typeArgumentCount : undefined;
    const meaning = this.#fileLevelName(place, name, count);
    return meaning.state === "found"
      ? { ...meaning, entities: ofTypeArity(meaning.entities, count) }
      : meaning;
  }

  #fileLevelName(place: Place, name: string, typeArgumentCount: number | undefined): Meaning {
    const { file } = place;
    const own = this.q.symbols(file, name).filter(({ symbol }) => symbol.parent < 0);
    const rules = rulesOf(file.family);
    // What a file only announces is defined elsewhere.
    const isAnnounced = rules.seesPrototype !== undefined && own.every(isPrototype);
    const imports = this.q.imports(file, name);
    // `const shop = require("./shop")` is a constant and an import.
    const isImported = imports.length > 0 && own.every(isVariable);
    // `Policy` in the file of `Policy<T>` is another type.
    const isOther =
      typeArgumentCount !== undefined && own.every((entity) => isOfOtherTypeArity(entity, typeArgumentCount));
    if (own.length > 0 && !isAnnounced && !isImported && !isOther) return found(own);
    let outcome: Meaning = UNKNOWN;
    for (const imported of imports) {
      const meaning = rules.imported(this.q, file, imported);
      if (meaning.state === "found") return meaning;
      if (meaning.state === "external") outcome = meaning;
    }
    if (own.length > 0 && !isAnnounced && !isOther) return found(own);
    if (outcome.state === "external") return outcome;
    const ambient = rules.ambient(this.q, file, name, place.owner);
    return own.length > 0 && !isAnnounced && !hasDefinition(ambient) ? found(own) : ambient;
  }

  #implicitMember(owner: SymbolEntity, name: string, argumentCount: number | undefined): Meaning {
    if (isType(owner)) return this.members.find([owner], name, argumentCount);
    const type = this.receiverTypeOf(owner);
    return type.state === "found" ? this.members.find(type.entities, name, argumentCount) : UNKNOWN;
  }

  /** The type that an out-of-class definition belongs to. */
  receiverTypeOf(owner: SymbolEntity): Meaning {
    const { receiverType } = owner.symbol;
    if (receiverType === undefined) return UNKNOWN;
    const around = this.q.parentOf(owner);
    if (around && isType(around)) return UNKNOWN;
    return this.typeNamed({ file: owner.file, owner: around }, receiverType);
  }

  /** The types around `place`, innermost first: what `this` may mean. */
  enclosingType(place: Place): Meaning {
    for (let owner = place.owner; owner; owner = this.q.parentOf(owner)) {
      if (isType(owner)) return found(this.allParts(owner));
      const receiver = this.receiverTypeOf(owner);
      if (receiver.state !== "unknown") return receiver;
    }
    return UNKNOWN;
  }

  /** Partial types and re-opened classes: every declaration of the same full name. */
  allParts(type: SymbolEntity): SymbolEntity[] {
    const { file, symbol } = type;
    const parts = this.q
      .symbols(file, symbol.qualifiedName)
      .filter((other) => TYPE_KINDS.has(other.symbol.kind));
    if (file.family.hasOpenTypes) {
      const packageName = packageOf(file.family, file.path, file.packageName);
      for (const other of this.q.globals(file.family.id, fullNameOf(packageName, symbol.qualifiedName))) {
        if (other.file.path !== file.path && isType(other)) parts.push(other);
      }
    }
    if (file.family.tellsTypesByArity)
      return [...ofTypeArity(parts.length > 0 ? parts : [type], symbol.typeArity)];
    return parts.length > 0 ? parts : [type];
  }

  /** The type that a written type means. */
  typeNamed(place: Place, text: string): Meaning {
    const type = this.#typeOfText(place, text);
    if (!MAY_HOLD.test(text)) return type;
    const isSeveral = place.file.family.hasMultipleResults && text.startsWith("(");
    if (hasDefinition(type) && !isSeveral) return type;
    const written = { file: place.file, owner: place.owner, text };
    if (type.state === "found" && hasDefinition(type)) return { ...type, written };
    if (type.state === "unknown") return { state: "unknown", written };
    const external: Meaning = { state: "external", written };
    // `Mocked<Cart>`, `Partial<Cart>`, `shared_ptr<Cart>` have the members of what they wrap; a collection has its own.
    const isWrapper = text.includes("<") && heldType(text, place.file.family) === null;
    return isWrapper ? givenBack(external) : external;
  }

  #typeOfText(place: Place, text: string): Meaning {
    const { family } = place.file;
    const queried = family.hasTypeQueries ? queriedType(this, place, text) : null;
    if (queried) return queried;
    const path = typePathOf(text, family);
    if (path) {
      const count = family.tellsTypesByArity ? typeArgumentCountOf(text, path.at(-1)!) : undefined;
      return this.path(place, path, count);
    }
    const indexed = family.hasIndexedTypes ? indexedType(this, place, text) : null;
    if (indexed) return indexed;
    return family.hasUnionTypes ? unionNamed(this, place, text) : UNKNOWN;
  }

  path(place: Place, path: readonly string[], typeArgumentCount?: number): Meaning {
    const [first, ...rest] = path;
    if (first === undefined) return UNKNOWN;
    const count = rest.length === 0 ? typeArgumentCount : undefined;
    const options = { withMembers: false, typeArgumentCount: count, onlyTypes: true, withBounds: true };
    let meaning = this.name(place, first, options);
    for (const part of rest) meaning = this.member(meaning, part);
    if (rest.length > 0 && meaning.state === "found")
      meaning = { ...meaning, entities: ofTypeArity(meaning.entities, typeArgumentCount) };
    if (meaning.state === "found") {
      const types = meaning.entities.filter((entity) => entity.kind !== "symbol" || isType(entity));
      return types.length > 0 ? found(types) : meaning;
    }
    return path.length === 1 && (looksLikeTypeParameter(first) || isAnything(first)) ? UNKNOWN : meaning;
  }

  /** Type of `container.name` or of what calling it gives; collections of types outside the view are seen through. */
  memberType(container: Meaning, name: string, isCall: boolean, hops = MAX_HOPS): Meaning {
    if (container.written && (container.state !== "found" || RESULT.test(name))) {
      const { file, owner, text } = container.written;
      if (RESULT.test(name)) {
        const result = resultsOf(text)[Number(name.slice(1))];
        return result === undefined ? UNKNOWN : this.typeNamed({ file, owner }, result);
      }
      const held = heldType(text, file.family);
      const given = held ? givenBy(name, held) : "nothing";
      if (given === "held") return this.typeNamed({ file, owner }, held!.text);
      if (given === "collection") return container;
    }
    if (name === "[as]") return enteredType(this, container, hops);
    const meaning = this.member(container, name);
    const extension = isCall && meaning.state === "external" ? this.members.onlyExtension(name) : null;
    if (extension) return asGuess(this.returnOf(found([extension]), container, hops));
    return givenBack(isCall ? this.returnOf(meaning, container, hops) : this.typeOf(meaning, hops));
  }

  /** A name taken from a container. `external` when the container is known and has no such name in this view. */
  member(container: Meaning, name: string, argumentCount?: number): Meaning {
    if (container.state === "unknown") return UNKNOWN;
    if (container.state === "external") return container.isUnproven ? UNPROVEN_EXTERNAL : EXTERNAL;
    const types: SymbolEntity[] = [];
    const namespaces: Entity[] = [];
    let outcome: Meaning = EXTERNAL;
    for (const entity of container.entities) {
      if (entity.kind === "module") {
        const meaning = rulesOf(entity.file.family).moduleMember(this.q, entity.file, name);
        if (meaning.state === "found") return meaning;
        outcome = meaning;
      } else if (entity.kind === "namespace") {
        const rules = rulesOfNamespace(entity);
        const meaning = rules.namespaceMember?.(this.q, entity.name, name) ?? EXTERNAL;
        if (hasDefinition(meaning)) return meaning;
        if (meaning.state === "found") namespaces.push(...meaning.entities);
      } else if (entity.symbol.kind === "namespace") {
        const meaning = this.#namespaceSymbolMember(entity, name);
        if (meaning.state === "found") return meaning;
      } else types.push(entity);
    }
    if (types.length > 0) return this.members.find(types, name, argumentCount);
    return namespaces.length > 0 ? found(namespaces) : outcome;
  }

  #namespaceSymbolMember(entity: SymbolEntity, name: string): Meaning {
    const { file, symbol } = entity;
    const own = this.q.symbols(file, `${symbol.qualifiedName}.${name}`);
    if (own.length > 0) return found(own);
    if (!file.family.hasGlobalNames) return UNKNOWN;
    const packageName = packageOf(file.family, file.path, file.packageName);
    return found(this.q.globals(file.family.id, fullNameOf(packageName, `${symbol.qualifiedName}.${name}`)));
  }

  /** What members a value has that this meaning stands for: types stand for themselves, values for their type. */
  typeOf(meaning: Meaning, hops = MAX_HOPS): Meaning {
    if (meaning.state !== "found") return meaning;
    const first =
      valueBesideTypes(meaning.entities) ?? meaning.entities.find(hasKnownType) ?? meaning.entities[0];
    if (first?.kind !== "symbol") return meaning;
    if (TYPE_KINDS.has(first.symbol.kind) || first.symbol.kind === "namespace") return meaning;
    if (FUNCTION_KINDS.has(first.symbol.kind)) return this.#accessorType(first, hops);
    if (first.symbol.kind === "enum-member") {
      const parent = this.q.parentOf(first);
      return parent ? found([parent]) : UNKNOWN;
    }
    return this.#declaredType(first, hops);
  }

  /** A getter is a method by its syntax; reading it gives what it returns. */
  #accessorType(entity: SymbolEntity, hops: number): Meaning {
    return entity.symbol.kind === "method" && hops > 0
      ? this.returnOf(found([entity]), UNKNOWN, hops - 1)
      : UNKNOWN;
  }

  #declaredType(entity: SymbolEntity, hops: number): Meaning {
    const { file, symbol } = entity;
    const place: Place = { file, owner: this.q.parentOf(entity) };
    const described = file.family.hasDescriptors && symbol.kind === "property";
    if (symbol.valueType !== undefined) {
      const type = this.typeNamed(place, symbol.valueType);
      return described ? describedType(this, type, place, symbol.valueType, hops - 1) : type;
    }
    if (symbol.value && hops > 0) {
      const type = this.valueType(place, symbol.value, hops - 1, symbol.givenType);
      return described ? describedType(this, type, place, "", hops - 1) : type;
    }
    // An object literal's members are its own children: the symbol is its own type.
    return symbol.value ? UNKNOWN : found([entity]);
  }

  /** Type of an initialiser seen from `place`; `givenType` is what its call is given. */
  valueType(place: Place, value: ValueFact, hops: number, givenType?: string): Meaning {
    if (value.kind === "new") {
      const path = `${value.receiver ? `${value.receiver}.` : ""}${value.name}`;
      return this.typeNamed(place, path);
    }
    let container: Meaning | null = null;
    if (value.receiver !== undefined) {
      const chain = parseChain(value.receiver);
      container = chain ? this.chainType(place, chain, hops) : UNKNOWN;
    }
    if (container) {
      const isMade =
        makesInstance(place.file, value.name) && this.member(container, value.name).state === "external";
      if (isMade) return container;
      const made =
        givenType && this.typeMadeFrom(value.name, this.member(container, value.name), place, givenType);
      return made || this.memberType(container, value.name, value.kind === "call", hops);
    }
    const meaning = this.name(place, value.name, { withMembers: false });
    const made = givenType && this.typeMadeFrom(value.name, meaning, place, givenType);
    if (made) return made;
    return value.kind === "name" ? this.typeOf(meaning, hops) : this.returnOf(meaning, UNKNOWN, hops);
  }

  /** A function that returns its own type parameter gives what it is given: `build(Store)` a Store; so does what a framework injects. */
  typeMadeFrom(name: string, called: Meaning, place: Place, givenType: string): Meaning | null {
    if (called.state === "external") {
      if (!place.file.family.injectors.has(name)) return null;
    } else if (!returnsTypeParameter(called)) return null;
    const type = this.typeNamed(place, givenType);
    return hasDefinition(type) ? type : null;
  }

  /** What calling this gives. `receiver` is what a method that returns its own object gives back. */
  returnOf(meaning: Meaning, receiver: Meaning, hops = MAX_HOPS): Meaning {
    if (meaning.state !== "found") return givenBack(meaning);
    const entity = meaning.entities.find(isCallable) ?? meaning.entities[0]!;
    if (entity.kind !== "symbol") return UNKNOWN;
    if (TYPE_KINDS.has(entity.symbol.kind)) return meaning;
    const { symbol } = entity;
    if (symbol.kind === "constructor") {
      const parent = this.q.parentOf(entity);
      return parent ? found([parent]) : UNKNOWN;
    }
    const parent = this.q.parentOf(entity);
    if (symbol.returnType === undefined) return this.#returnedValue(entity, parent, receiver, hops);
    if (SAME_TYPE.has(symbol.returnType.trim())) {
      if (receiver.state === "found") return receiver;
      return parent && isType(parent) ? found([parent]) : this.receiverTypeOf(entity);
    }
    if (hops <= 0) return UNKNOWN;
    const owner = symbol.typeBounds === undefined ? parent : entity;
    const type = this.typeNamed({ file: entity.file, owner }, symbol.returnType);
    // A type parameter: what it is known to be stands beside it.
    if (type.state !== "found" && symbol.value) return this.#returnedValue(entity, parent, receiver, hops);
    if (type.state === "found" && /\b(?:Self|self|static)\b/.test(symbol.returnType)) {
      return receiver.state === "found" ? receiver : type;
    }
    return type;
  }

  /** What a function without a declared return type is seen to return. */
  #returnedValue(
    entity: SymbolEntity,
    parent: SymbolEntity | null,
    receiver: Meaning,
    hops: number,
  ): Meaning {
    const { value } = entity.symbol;
    if (!value || hops <= 0) return UNKNOWN;
    if (value.kind === "name" && value.name === "this") {
      if (receiver.state === "found") return receiver;
      return parent && isType(parent) ? found([parent]) : UNKNOWN;
    }
    return value.kind === "new"
      ? this.valueType({ file: entity.file, owner: parent }, value, hops - 1)
      : UNKNOWN;
  }

  /** Type of `a.b().c` from a place outside of any body, where no locals exist. */
  chainType(place: Place, chain: Chain, hops = MAX_HOPS): Meaning {
    return this.followSteps(this.rootType(place, chain, hops), chain, hops);
  }

  rootType(place: Place, chain: Chain, hops = MAX_HOPS): Meaning {
    const { kind, name, isCall, typeArgumentCount } = chain.root;
    if (kind === "new") return this.typeMade(place, chain);
    const traits = place.file.family;
    if (traits.selfNames.includes(name) && !isCall) {
      const type = this.enclosingType(place);
      if (type.state === "found" || !traits.selfMayBeModule) return type;
    }
    if (traits.superNames.includes(name)) return this.basesOf(this.enclosingType(place));
    const meaning = this.name(place, name, { withMembers: true, typeArgumentCount });
    return isCall ? this.returnOf(meaning, UNKNOWN, hops) : this.typeOf(meaning, hops);
  }

  /** The type that `new a.b.C<T>()` at the root of a chain names. */
  typeMade(place: Place, { root }: Chain): Meaning {
    if (!place.file.family.tellsTypesByArity) return this.typeNamed(place, root.name);
    return this.path(place, root.name.split("."), root.typeArgumentCount);
  }

  basesOf(type: Meaning): Meaning {
    return type.state === "found" ? this.members.bases(type.entities.filter(isType)) : type;
  }

  followSteps(root: Meaning, chain: Chain, hops = MAX_HOPS): Meaning {
    let type = root;
    for (const step of chain.steps) {
      if (step.name === "new" && isMadeByNew(type) && this.member(type, "new").state === "external") continue;
      type = asSureAs(type, this.memberType(type, step.name, step.isCall, hops));
    }
    return type;
  }
}
