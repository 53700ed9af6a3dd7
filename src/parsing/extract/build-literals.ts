/** Calls that are given literals or have a telling name, and annotations, with what they are given. */
import type { AnnotationFact, ArgumentFact, CallFact, LiteralFacts } from "../../core/facts.ts";
import type { LiteralSyntax } from "../../languages/literal-syntax.ts";
import { findSecrets } from "../../workspace/secrets.ts";
import type { Arranged } from "./arrange-definitions.ts";
import { assignedName, keyBefore } from "./assigned-name.ts";
import { blockEndBehind } from "./block-end.ts";
import {
  isKeptForItsName,
  isKeptWhenAssigned,
  isKeptWhenEmpty,
  isProcedure,
} from "./calls-kept-for-names.ts";
import {
  type BindingCapture,
  type Captures,
  type Place,
  type ReferenceCapture,
  sortPlaces,
} from "./captures.ts";
import { EnclosingSymbol } from "./enclosing-symbol.ts";
import type { LineIndex } from "./line-index.ts";
import { InnermostSweep } from "./nesting.ts";
import { readArguments } from "./read-arguments.ts";
import { receiverText } from "./receiver-text.ts";
import { nameText } from "./signature.ts";
import { readTypeArguments } from "./type-arguments.ts";

/** More are tables of data in the shape of code. */
const MAX_ARGUMENTS_PER_FILE = 2_000;
const MAX_NAME = 200;
/** What secrets are blanked with. */
const BLANKED = /\*{3}/;
const CALLS: ReadonlySet<string> = new Set(["call", "new", "macro"]);

export interface LiteralInput {
  source: string;
  lines: LineIndex;
  syntax: LiteralSyntax;
  arranged: Arranged;
  /** Ascending, each name once. */
  references: readonly ReferenceCapture[];
  bindings: readonly BindingCapture[];
  captures: Captures;
}

export function buildLiterals(input: LiteralInput): LiteralFacts {
  const { source, syntax, arranged, references } = input;
  const enclosing = new EnclosingSymbol(arranged);
  const calls: CallFact[] = [];
  let left = MAX_ARGUMENTS_PER_FILE;
  for (let at = 0; at < references.length && left > 0; at++) {
    const { kind, name, receiver } = references[at]!;
    if (!CALLS.has(kind) || isAnnotation(input, references[at]!)) continue;
    const isKept = isKeptForItsName(source, name, receiver !== undefined);
    // `routing { … }` has no list of arguments.
    const bare = isKept ? { arguments: [], end: name.end } : null;
    const read = readArguments(source, name.end, syntax, isKept ? "and calls" : "literals") ?? bare;
    if (!read || (!isKept && !read.arguments.some(isLiteral))) continue;
    const given = withoutSecrets(read.arguments);
    const typeArguments = isKept ? readTypeArguments(source, name.end) : [];
    const blockEnd = isKept ? blockEndBehind(source, name.end, read.end, syntax) : 0;
    const start = (receiver ?? name).start;
    const isKeyed = isKept && isProcedure(source, name);
    const target = isKeyed ? keyBefore(source, start) : assignedName(source, start);
    const isEmpty =
      given.length + typeArguments.length + blockEnd === 0 &&
      !isKeptWhenEmpty(source, name, receiver !== undefined) &&
      (target === null || (!isKeyed && !isKeptWhenAssigned(source, name)));
    if (isKept ? isEmpty : !given.some(isLiteral)) continue;
    left -= given.length;
    const call: CallFact = {
      name: source.slice(name.start, Math.min(name.end, name.start + MAX_NAME)),
      from: enclosing.at(name.start),
      span: spanOf(input.lines, name, read.end),
      arguments: given,
      typeArguments,
      blockEnd,
    };
    if (target !== null) call.target = target;
    if (receiver) call.receiver = receiverText(source, receiver);
    calls.push(call);
  }
  const annotations = [...buildDirectives(input), ...buildAnnotations(input)];
  const kept = annotations.slice(0, MAX_ARGUMENTS_PER_FILE);
  return { calls, annotations: kept, hasAllLiterals: left > 0 && kept.length === annotations.length };
}

/** A plain name alone is no literal. */
function isLiteral({ text, holes }: ArgumentFact): boolean {
  return text !== "" || holes.length === 0;
}

/** Blanked ones, and ones that only joining or resolving escapes made readable. */
function withoutSecrets(given: ArgumentFact[]): ArgumentFact[] {
  const isClean = ({ text }: ArgumentFact) => !BLANKED.test(text) && findSecrets(text).length === 0;
  return given.every(isClean) ? given : given.filter(isClean);
}

function spanOf(lines: LineIndex, { start, line }: Place, end: number): CallFact["span"] {
  return { start, end, startLine: line, endLine: lines.lastLine(start, end) };
}

function buildAnnotations(input: LiteralInput): AnnotationFact[] {
  const { source, syntax, arranged, references, captures } = input;
  const named = references.filter((reference) => isAnnotation(input, reference));
  if (captures.annotations.length + named.length === 0) return [];
  named.push(...unnamedAnnotations(source, captures.annotations, named, syntax));
  named.sort((a, b) => a.name.start - b.name.start);
  const enclosing = new EnclosingSymbol(arranged);
  const parameters = new ParameterAt(input.bindings);
  const found: AnnotationFact[] = [];
  let end = 0;
  for (const { name, receiver } of named) {
    // `derive(Debug)`: Debug is what derive is given.
    if (name.start < end) continue;
    const symbol = enclosing.at(name.start);
    const parameter = parameters.at(name.start, arranged.definitions[symbol]?.parameters);
    if (!parameter && isInsideBody(arranged, symbol, name.start)) continue;
    const read = readArguments(source, name.end, syntax, "and names");
    end = read?.end ?? name.end;
    const annotation: AnnotationFact = {
      name: source.slice(name.start, Math.min(name.end, name.start + MAX_NAME)),
      symbol,
      span: spanOf(input.lines, name, end),
      arguments: read ? withoutSecrets(read.arguments) : [],
    };
    if (receiver) annotation.receiver = receiverText(source, receiver);
    if (parameter) annotation.parameter = nameText(source, parameter.name);
    found.push(annotation);
  }
  return found;
}

const DIRECTIVE = /(?:^|\{)[ \t]*(["'])(use (?:server|client|cache))\1[ \t]*(?:;|$)/gm;

/** `"use server"` speaks of the function whose body it opens, or of the file. */
function buildDirectives({ source, syntax, lines, arranged }: LiteralInput): AnnotationFact[] {
  if (!syntax.hasPatterns || !/["']use (?:server|client|cache)["']/.test(source)) return [];
  const enclosing = new EnclosingSymbol(arranged);
  return [...source.matchAll(DIRECTIVE)].map((match) => {
    const start = match.index + match[0].indexOf(match[1]!);
    const end = start + match[2]!.length + 2;
    const line = lines.lastLine(0, end);
    return {
      name: match[2]!,
      symbol: enclosing.at(start),
      span: { start, end, startLine: line, endLine: line },
      arguments: [],
    };
  });
}

function isInsideBody({ definitions }: Arranged, symbol: number, point: number): boolean {
  const { body, name } = definitions[symbol] ?? {};
  return name !== undefined && body !== undefined && point > name.start && point >= body.start;
}

function isAnnotation({ source, syntax }: LiteralInput, { kind, name, receiver }: ReferenceCapture): boolean {
  if (kind === "decorator") return true;
  if (!syntax.hasAtAnnotations || !CALLS.has(kind)) return false;
  return source[(receiver ?? name).start - 1] === "@";
}

/** The parameter that a point in a list of parameters belongs to; points must not descend. */
class ParameterAt {
  readonly #parameters: BindingCapture[];
  readonly #sweep: InnermostSweep;

  constructor(bindings: readonly BindingCapture[]) {
    this.#parameters = bindings.filter(({ isParameter }) => isParameter);
    this.#sweep = new InnermostSweep(this.#parameters.map(({ node }) => node));
  }

  /** Some grammars put annotations before the parameter, not into it. */
  at(point: number, list: Place | undefined): BindingCapture | undefined {
    const around = this.#parameters[this.#sweep.at(point)];
    if (around || !list || point < list.start || point >= list.end) return around;
    return this.#parameters.find(({ node }) => node.start > point && node.start < list.end);
  }
}

const ANNOTATION_NAME = /^(?:@|\[\[)\s*([A-Za-z_]\w*(?:::\w+)*)/;

/** Attributes that are no use of anything defined elsewhere, so the query names only the whole. */
function unnamedAnnotations(
  source: string,
  places: readonly Place[],
  named: readonly ReferenceCapture[],
  { docAnnotations = [] }: LiteralSyntax,
): ReferenceCapture[] {
  const found: ReferenceCapture[] = [];
  let next = 0;
  for (const { start, end, line, column } of sortPlaces([...places])) {
    while (next < named.length && named[next]!.name.start < start) next += 1;
    if (next < named.length && named[next]!.name.start < end) continue;
    const match = ANNOTATION_NAME.exec(source.slice(start, Math.min(end, start + MAX_NAME)));
    if (!match || docAnnotations.includes(match[1]!)) continue;
    const from = match[0].length - match[1]!.length;
    const name = { start: start + from, end: start + match[0].length, line, column: column + from };
    found.push({ kind: "decorator", pattern: 0, name });
  }
  return found;
}
