import type { EdgeKind, Tier } from "../core/edges.ts";
import type { LocalFact, ReferenceFact, ReferenceKind, SymbolFact, ValueFact } from "../core/facts.ts";
import { TYPE_KINDS } from "../core/facts.ts";
import type { Position } from "../core/span.ts";
import { languageById } from "../languages/detect.ts";
import { EXTERNAL, UNKNOWN } from "../languages/modules/meaning.ts";
import {
  type Entity,
  handleOfEntity,
  isCallable,
  type Meaning,
  type ModuleEntity,
  type SymbolEntity,
} from "./entities.ts";
import { parseChain } from "./expressions.ts";
import { guessMember, isSameSymbol } from "./guess-member.ts";
import { TypeGuesser } from "./guess-type.ts";
import type { LinkContext } from "./link-file.ts";
import { asSureAs, hasDefinition, makesInstance } from "./meanings.ts";
import { calledType } from "./object-protocols.ts";
import { MOST_COMPARED, ofTypeArity, takingSoMany, withoutTypeParameters } from "./overloads.ts";
import { pickTarget } from "./pick-target.ts";
import type { Place } from "./resolver.ts";
import { isAnything } from "./type-names.ts";

const EDGE_OF_USE: Readonly<Record<ReferenceKind, EdgeKind>> = {
  call: "calls",
  new: "calls",
  jsx: "calls",
  decorator: "calls",
  macro: "calls",
  type: "references",
  read: "references",
};

const MAX_LOCAL_HOPS = 5;
const BARE_NAME = /^[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*$/;

export function linkReferences(context: LinkContext): void {
  const uses = new UseResolver(context);
  for (const [ordinal, reference] of context.facts.references.entries()) {
    const meaning = uses.meaningOf(reference);
    if (meaning.state === "found" && hasDefinition(meaning)) addUse(context, reference, meaning);
    else if (meaning.state === "unknown") {
      if (!addGuess(context, reference)) context.unknown.push(ordinal);
    } else if (!addExtension(context, reference) && meaning.state === "external" && meaning.isUnproven)
      context.unknown.push(ordinal);
    const container = uses.containerOf(reference);
    if (container?.state === "found") addUse(context, { ...reference, kind: "read" }, container);
  }
}

function addExtension(context: LinkContext, reference: ReferenceFact): boolean {
  if (reference.kind !== "call" || reference.receiver === undefined) return false;
  const extension = context.resolver.members.onlyExtension(reference.name);
  if (extension) addEdge(context, reference, extension, "calls", "heuristic");
  return extension !== null;
}

/** False when nothing can be guessed. */
function addGuess(context: LinkContext, reference: ReferenceFact): boolean {
  const guess = guessMember(context, reference);
  if (guess.state === "single") {
    addEdge(context, reference, guess.target, EDGE_OF_USE[reference.kind], "heuristic");
  } else if (guess.state === "several") {
    const from = context.handleAround(reference);
    const { name, position } = reference;
    context.edges.addUnresolved({ name, from, line: position.line, candidates: guess.candidates });
  }
  return guess.state !== "none";
}

function addUse(
  context: LinkContext,
  reference: ReferenceFact,
  meaning: Extract<Meaning, { state: "found" }>,
): void {
  const { argumentCount, typeArgumentCount } = reference;
  const fitting = ofTypeArity(takingSoMany(meaning.entities, argumentCount), typeArgumentCount);
  const entities = argumentCount === 0 && typeArgumentCount === 0 ? withoutTypeParameters(fitting) : fitting;
  const target = pickTarget(ownNearest(context, entities, reference), reference.kind);
  if (!target || (context.file.family.macrosHaveOwnNames && !isNamedAs(reference.kind, target))) return;
  // A module called like a function is its default export; without one there is nothing to point at but a component.
  if (target.kind === "module") {
    if (languageById(target.file.language)?.fileIsComponent) addComponentUse(context, reference, target);
    return;
  }
  const overloads = overloadsOf(context, target, entities);
  const isUnsure =
    meaning.isHeuristic === true || target.symbol.modifiers.includes("conditional") || overloads.length > 1;
  const tier: Tier = isUnsure ? "heuristic" : "resolved";
  const kind = EDGE_OF_USE[reference.kind];
  addEdge(context, reference, target, kind, tier);
  // Signatures in other places are symbols of their own: each may be meant.
  for (const other of overloads)
    if (!isSameSymbol(other, target)) addEdge(context, reference, other, kind, "heuristic");
  const constructs =
    reference.kind === "new" || (reference.kind === "call" && TYPE_KINDS.has(target.symbol.kind));
  if (constructs) addConstructor(context, reference, target);
}

/** The file is the component. */
function addComponentUse(context: LinkContext, reference: ReferenceFact, component: ModuleEntity): void {
  const { kind, position } = reference;
  const from = context.handleAround(reference);
  context.edges.add(from, handleOfEntity(component), EDGE_OF_USE[kind], "resolved", position.line);
}

/** Neither `matches!` nor `#[derive(Debug)]` means a function or a trait that is called so. */
function isNamedAs(use: ReferenceKind, target: Entity): boolean {
  if (target.kind !== "symbol" || (use !== "macro" && use !== "decorator")) return true;
  const { kind } = target.symbol;
  // A macro that is written as a function carries the attribute's name.
  return kind === "macro" || (use === "decorator" && kind === "function");
}

/**
 * Blocks of one function may each declare a local of the same name; the one meant is the last that starts above
 * the use. Everything else stays as it is.
 */
function ownNearest(
  context: LinkContext,
  entities: readonly Entity[],
  reference: ReferenceFact,
): readonly Entity[] {
  const [first] = entities;
  if (entities.length < 2 || first?.kind !== "symbol" || first.symbol.scope !== "local") return entities;
  if (first.file !== context.file) return entities;
  const last = entities.findLast(
    (entity) =>
      entity.kind === "symbol" && (entity.symbol as SymbolFact).span.startLine <= reference.position.line,
  );
  return last ? [last] : entities;
}

/** More places than these hold a name that says little. */
const MOST_PLACES = 6;

/**
 * Where each signature is a function of its own, a name alone does not say which of them is called: all that may be, the target
 * among them. Extensions and parts of a class may stand in several files.
 */
function overloadsOf(
  context: LinkContext,
  target: SymbolEntity,
  entities: readonly Entity[],
): readonly SymbolEntity[] {
  if (target.file.family.hasBuildVariants) return variantsOf(target, entities);
  if (!context.file.family.hasDistinctOverloads || TYPE_KINDS.has(target.symbol.kind)) return [];
  // Of a macro one definition is left by the build, whichever it is.
  if (!isCallable(target) || target.symbol.kind === "macro") return [];
  const isPrototype = target.symbol.modifiers.includes("declaration");
  const isOpen = context.file.family.hasOpenTypes;
  const signatures: SymbolEntity[] = [];
  const places = new Set<string>();
  for (const entity of entities.slice(0, MOST_COMPARED)) {
    if (!isCallable(entity) || entity.symbol.modifiers.includes("declaration") !== isPrototype) continue;
    const isOwn = isSameSymbol(entity, target);
    if (!isOwn && !isOpen) continue;
    const place = `${entity.file.path}#${entity.symbol.qualifiedName}`;
    // Two of one place say that it is unsure; more of it say nothing.
    if (places.has(place) && (!isOwn || signatures.length > 1)) continue;
    places.add(place);
    if (places.size > MOST_PLACES) break;
    signatures.push(entity);
    if (!isOpen && signatures.length > 1) break;
  }
  return signatures;
}

/** `open_unix.go` and `open_js.go` define one name of a package: each build has one of them. */
function variantsOf(target: SymbolEntity, entities: readonly Entity[]): readonly SymbolEntity[] {
  const variants: SymbolEntity[] = [target];
  for (const entity of entities.slice(0, MOST_PLACES)) {
    if (entity.kind !== "symbol" || entity.file === target.file) continue;
    const { kind, qualifiedName } = entity.symbol;
    if (kind === target.symbol.kind && qualifiedName === target.symbol.qualifiedName) variants.push(entity);
  }
  return variants;
}

function addEdge(
  context: LinkContext,
  reference: ReferenceFact,
  target: SymbolEntity,
  kind: EdgeKind,
  tier: Tier,
): void {
  const from = context.handleAround(reference);
  const to = handleOfEntity(target);
  const { line } = reference.position;
  // A type mentioned inside its own declaration tells nobody anything; a recursive call does.
  if (from === to && kind === "references") return;
  context.edges.add(from, to, kind, tier, line);
  context.used.add(target);
  if (context.isTest && kind === "calls" && !target.file.isTest) {
    context.edges.add(from, to, "tests", tier, line);
  }
}

const CONSTRUCTOR_NAMES = ["constructor", "__init__", "__construct", "initialize", "init"];

function addConstructor(context: LinkContext, reference: ReferenceFact, type: SymbolEntity): void {
  const { q } = context;
  const names = [type.symbol.name, ...CONSTRUCTOR_NAMES];
  const parts = type.file.family.hasOpenTypes ? context.resolver.allParts(type) : [type];
  for (const name of names) {
    const constructors = parts
      .flatMap(({ file, symbol }) => q.symbols(file, `${symbol.qualifiedName}.${name}`))
      .filter(({ symbol }) => symbol.kind === "constructor" || CONSTRUCTOR_NAMES.includes(symbol.name))
      .filter((entity) => q.parentOf(entity)?.symbol.typeArity === type.symbol.typeArity);
    const fitting = takingSoMany(constructors, reference.argumentCount);
    const first = fitting.find(isCallable);
    if (!first) continue;
    const isUncertain = fitting.length > 1 && context.file.family.hasDistinctOverloads;
    addEdge(context, reference, first, "calls", isUncertain ? "heuristic" : "resolved");
    return;
  }
}

/** What the names of one file's bodies mean: locals first, then everything else. */
class UseResolver {
  readonly #context: LinkContext;
  readonly #fileNames = new Map<string, Meaning>();
  readonly #nestedNames = new Set<string>();
  readonly #guesser: TypeGuesser;

  constructor(context: LinkContext) {
    this.#context = context;
    this.#guesser = new TypeGuesser(context);
    for (const symbol of context.facts.symbols) if (symbol.parent >= 0) this.#nestedNames.add(symbol.name);
  }

  meaningOf(reference: ReferenceFact): Meaning {
    const { name, receiver, from, kind, argumentCount, typeArgumentCount } = reference;
    const at = reference.position;
    if (kind === "jsx" && receiver === undefined && /^[a-z]/.test(name)) return EXTERNAL;
    if (receiver === undefined) {
      if (kind === "call") return this.#defaultOfModule(this.#calledName(name, from, at, argumentCount));
      const isTyped = kind === "new" || kind === "type";
      const meaning = this.#bareName(name, from, at, undefined, typeArgumentCount, isTyped);
      return kind === "new" ? this.#defaultOfModule(meaning) : meaning;
    }
    const container = this.#expressionType(receiver, from, at, MAX_LOCAL_HOPS);
    const member = asSureAs(container, this.#context.resolver.member(container, name, argumentCount));
    const isMaking = member.state === "external" && makesInstance(this.#context.file, name);
    return isMaking ? container : member;
  }

  /** `Foo.bar` uses Foo too. Null when what stands before the dot is more than a name, which then is a use itself. */
  containerOf({ kind, receiver, from, position }: ReferenceFact): Meaning | null {
    if (receiver === undefined || kind === "type" || !BARE_NAME.test(receiver)) return null;
    const { selfNames, superNames } = this.#context.file.family;
    if (selfNames.includes(receiver) || superNames.includes(receiver)) return null;
    return this.#bareName(receiver, from, position);
  }

  #place(from: number): Place {
    return { file: this.#context.file, owner: this.#context.own[from] ?? null };
  }

  /** A module that is called is what it exports as a whole: `const walk = require("./walk")`. */
  #defaultOfModule(meaning: Meaning): Meaning {
    const isModule = meaning.state === "found" && meaning.entities[0]?.kind === "module";
    return isModule && this.#context.file.family.hasBarrels
      ? this.#context.resolver.member(meaning, "default")
      : meaning;
  }

  /** What `name()` calls: not a variable, where variables and methods have names of their own. */
  #calledName(name: string, from: number, at: Position, argumentCount?: number): Meaning {
    const { family, language } = this.#context.file;
    // Python's `super()` makes nothing: what is taken from it is called.
    if (family.superNames.includes(`${name}()`)) return EXTERNAL;
    if (family.selfMakers.has(name)) {
      return this.#context.resolver.enclosingType(this.#place(from));
    }
    const local = this.#localNamed(name, from, at);
    if (!local || family.variableHidesMethod(language, local.type))
      return this.#bareName(name, from, at, argumentCount);
    const meaning = this.#nameAt(name, from, argumentCount);
    return meaning.state === "found" && meaning.entities.some(isCallable) ? meaning : EXTERNAL;
  }

  #bareName(
    name: string,
    from: number,
    at: Position,
    argumentCount?: number,
    typeArgumentCount = 0,
    onlyTypes = false,
  ): Meaning {
    const local = this.#localNamed(name, from, at);
    if (local) return EXTERNAL;
    const traits = this.#context.file.family;
    if (traits.superNames.includes(name)) {
      return this.#context.resolver.basesOf(this.#context.resolver.enclosingType(this.#place(from)));
    }
    return this.#nameAt(name, from, argumentCount, typeArgumentCount, onlyTypes);
  }

  /** A local that hides outer names; a file-wide one does not hide the symbol or the import that it is. */
  #localNamed(name: string, from: number, at: Position): LocalFact | null {
    const { locals, file } = this.#context;
    const local = locals.find(name, from, at);
    if (!local) return null;
    if (!locals.isFileWide(local)) return local;
    return file.symbolsNamed(name).length > 0 || file.importsNamed(name).length > 0 ? null : local;
  }

  #nameAt(
    name: string,
    from: number,
    argumentCount?: number,
    typeArgumentCount = 0,
    onlyTypes = false,
  ): Meaning {
    const { resolver, file } = this.#context;
    // Most names are not defined inside anything, and without an implicit `this` all places agree on them.
    const isSameEverywhere = !file.family.hasImplicitThis && !this.#nestedNames.has(name);
    const known = isSameEverywhere ? this.#fileNames.get(name) : undefined;
    if (known) return known;
    const options = { withMembers: true, argumentCount, typeArgumentCount, onlyTypes };
    const meaning = resolver.name(this.#place(isSameEverywhere ? -1 : from), name, options);
    if (isSameEverywhere) this.#fileNames.set(name, meaning);
    return meaning;
  }

  #expressionType(text: string, from: number, at: Position, hops: number): Meaning {
    const chain = parseChain(text);
    if (!chain || hops <= 0) return UNKNOWN;
    const { resolver, file } = this.#context;
    const place = this.#place(from);
    const { kind, name, isCall, typeArgumentCount } = chain.root;
    const traits = file.family;
    const isSelf = traits.selfNames.includes(name) || traits.superNames.includes(name);
    const made = kind === "new" ? this.#madeByLocal(name, from, at, hops) : null;
    if (made) return asSureAs(made, resolver.followSteps(made, chain));
    if (kind === "new" || isSelf) return resolver.chainType(place, chain);
    const local = this.#localNamed(name, from, at);
    let root: Meaning;
    if (local && !isCall) root = this.#likelyType(local, place, from, at, hops);
    else if (local) {
      const called = this.#calledName(name, from, at);
      root =
        called.state === "found"
          ? resolver.returnOf(called, UNKNOWN)
          : this.#calledLocal(local, place, from, at, hops);
    } else {
      const meaning = this.#nameAt(name, from, undefined, typeArgumentCount);
      root = isCall ? resolver.returnOf(meaning, UNKNOWN) : resolver.typeOf(meaning);
    }
    return asSureAs(root, resolver.followSteps(root, chain));
  }

  #likelyType(local: LocalFact, place: Place, from: number, at: Position, hops: number): Meaning {
    const type = this.#localType(local, place, from, at, hops);
    return type.state === "unknown" && !type.written ? this.#guesser.typeOf(local) : type;
  }

  #localType(local: LocalFact, place: Place, from: number, at: Position, hops: number): Meaning {
    const { resolver } = this.#context;
    const { value } = local;
    if (local.type !== undefined && !(value && isAnything(local.type))) {
      return resolver.typeNamed(place, local.type);
    }
    if (!value) return UNKNOWN;
    if (value.kind === "new") {
      const path = `${value.receiver ? `${value.receiver}.` : ""}${value.name}`;
      return this.#madeByLocal(path, from, at, hops, local.name) ?? resolver.typeNamed(place, path);
    }
    if (value.receiver === undefined) return this.#plainValueType(local, value, from, at, hops);
    const container = this.#expressionType(value.receiver, from, at, hops - 1);
    if (makesInstance(place.file, value.name) && resolver.member(container, value.name).state === "external")
      return container;
    const { givenType } = local;
    const called = resolver.member(container, value.name);
    const made = givenType && resolver.typeMadeFrom(value.name, called, place, givenType);
    return asSureAs(container, made || resolver.memberType(container, value.name, value.kind === "call"));
  }

  /** `new lib.Cart()` and `new Made()` of a local that holds a module or a class; null where the name is none of a local. */
  #madeByLocal(path: string, from: number, at: Position, hops: number, except = ""): Meaning | null {
    const { resolver } = this.#context;
    const [root = "", ...rest] = path.split(".");
    const holder = root === except ? null : this.#localNamed(root, from, at);
    if (!holder) return null;
    const place = this.#place(from);
    let made = this.#localType(holder, place, from, at, hops - 1);
    for (const name of rest) made = resolver.member(made, name);
    if (made.state === "found") return made;
    const named = resolver.typeNamed(place, path);
    return hasDefinition(named) ? named : UNKNOWN;
  }

  /** What calling an object gives that a local holds. One without a type of its own may hold a class. */
  #calledLocal(local: LocalFact, place: Place, from: number, at: Position, hops: number): Meaning {
    const { callOperator } = place.file.family;
    if (callOperator === "" || (local.type === undefined && local.value?.kind === "name")) return UNKNOWN;
    const object = this.#localType(local, place, from, at, hops - 1);
    return calledType(this.#context.resolver, object, callOperator, hops - 1);
  }

  /** `const x = make()` and `const x = other`. */
  #plainValueType(local: LocalFact, value: ValueFact, from: number, at: Position, hops: number): Meaning {
    const { resolver } = this.#context;
    // `const x = x` in an inner block means the outer x, which we do not look for.
    if (value.name === local.name || hops <= 0) return UNKNOWN;
    const other = this.#localNamed(value.name, from, at);
    if (other) {
      const place = this.#place(from);
      return value.kind === "call"
        ? this.#calledLocal(other, place, from, at, hops)
        : this.#localType(other, place, from, at, hops - 1);
    }
    const meaning = this.#nameAt(value.name, from);
    const { givenType } = local;
    const made = givenType && resolver.typeMadeFrom(value.name, meaning, this.#place(from), givenType);
    if (made) return made;
    return value.kind === "call" ? resolver.returnOf(meaning, UNKNOWN) : resolver.typeOf(meaning);
  }
}
