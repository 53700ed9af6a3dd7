/** What rules read of the arguments of calls and annotations. */
import { type Handle, handleOf } from "../core/edges.ts";
import type { ArgumentFact, CallFact } from "../core/facts.ts";
import type { FrameworkFile, NamedSymbol, PathUse, Place, WrittenName } from "./contract.ts";
import { HOLE, pathOf } from "./route-key.ts";

/** The literals given at a place or under one of these names or keys; lists give several. */
export function pathsGiven(given: readonly ArgumentFact[], position: number, ...names: string[]): string[] {
  return given.filter((one) => isAt(one, position, names) && isText(one)).map((one) => pathOf(one));
}

/** A path with the names that stand in its holes: `path.Join(ADMIN, "/login")`. */
export interface GivenPath {
  path: string;
  holes: WrittenName[];
}

export function pathsWithNames(
  given: readonly ArgumentFact[],
  position: number,
  ...names: string[]
): GivenPath[] {
  return given
    .filter((one) => isAt(one, position, names) && isText(one))
    .map((one) => ({ path: pathOf(one), holes: one.holes.map(({ text }) => ({ name: text })) }));
}

/** A path that is the text of a constant: `r.Get(LOGIN_PATH, login)`. */
export function pathNamed(given: readonly ArgumentFact[], position: number): GivenPath[] {
  const name = nameGiven(given, position);
  return name === undefined || !/^[\w.:]+$/.test(name) ? [] : [{ path: HOLE, holes: [{ name }] }];
}

/** The plain name given at a place or under a name: a handler, a router. */
export function nameGiven(
  given: readonly ArgumentFact[],
  position: number,
  ...names: string[]
): string | undefined {
  return given.find((one) => isAt(one, position, names) && !isText(one))?.holes[0]?.text;
}

/** Texts and last parts of names under a name: `methods=["GET"]`, `method = RequestMethod.POST`. */
export function wordsGiven(given: readonly ArgumentFact[], ...names: string[]): string[] {
  return given
    .filter(({ name, key }) => names.includes(name ?? key ?? ""))
    .map((one) => (isText(one) ? one.text : one.holes[0]!.text.replace(/^.*[.:]/, "")));
}

function isAt({ position, name, key }: ArgumentFact, wanted: number, names: readonly string[]): boolean {
  const label = name ?? key;
  return label === undefined ? position === wanted : names.includes(label);
}

function isText({ text, holes }: ArgumentFact): boolean {
  return text !== "" || holes.length === 0;
}

export function placeOfCall({ path, symbols }: FrameworkFile, { from, span }: CallFact): Place {
  return { handle: handleOf(path, symbols[from]), span };
}

/** A route whose path is whole, with the action that the code names: `users#show`. */
export function routeToAction(
  file: FrameworkFile,
  call: CallFact,
  { framework, method, path, action }: Readonly<Record<"framework" | "method" | "path" | "action", string>>,
  answeredBy: NamedSymbol | null = null,
): PathUse {
  return {
    ...(answeredBy && { answeredBy }),
    side: "offers",
    method,
    path,
    on: null,
    place: placeOfCall(file, call),
    tier: "resolved",
    details: action === "" ? { framework } : { framework, action },
  };
}

export function handleOfSymbol({ path, symbols }: FrameworkFile, symbol: number): Handle {
  return handleOf(path, symbols[symbol]);
}

/** The calls inside the arguments or the block of a call. */
export function callsInside({ calls }: FrameworkFile, { span, blockEnd }: CallFact): CallFact[] {
  const end = Math.max(span.end, blockEnd);
  return calls.filter((inner) => inner.span.start > span.start && inner.span.start < end);
}

/** `shallow: true` */
export function isSwitchedOn(given: readonly ArgumentFact[], ...names: string[]): boolean {
  return wordsGiven(given, ...names).includes("true");
}

export function hasImport(
  { imports }: Pick<FrameworkFile, "imports">,
  ...modules: readonly string[]
): boolean {
  return imports.some(({ source }) =>
    modules.some(
      (module) => source === module || source.startsWith(`${module}.`) || source.startsWith(`${module}/`),
    ),
  );
}
