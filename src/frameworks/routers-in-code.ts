/**
 * Routers that code builds: `r.Get("/a", show)`, groups that are given a name or a block, routers put on others. What
 * Gin, Chi, Fastify, Hono and their like share; each says how it spells these.
 *
 * Local names are known within their function: a base of one is called `function/name`.
 */
import type { CallFact } from "../core/facts.ts";
import { nameGiven, pathsGiven, placeOfCall } from "./arguments.ts";
import type { Findings, FrameworkFile, Mount, PathBase, PathUse, WrittenName } from "./contract.ts";

export interface RouterSyntax {
  framework: string;
  /** Method by the name of the call; `*` for any. */
  methods: Readonly<Record<string, string>>;
  /** What makes an application: `gin.Default()`; the name without what stands left of its dot. */
  makers: ReadonlySet<string>;
  /** What makes a router that must be put somewhere. */
  parts?: ReadonlySet<string>;
  /** Make a router below their receiver, which a name or a block is given: `Group`, `Route`. */
  groups: ReadonlySet<string>;
  /** Those of `groups` that nothing stands above: `routing { … }`. */
  rootBlocks?: ReadonlySet<string>;
  /** Put the router at a position below their receiver: `Mount("/a", b)`. */
  mounts?: Readonly<Record<string, number>>;
  /** Given a list of methods before the path: `Match([]string{"GET"}, "/a", show)`. */
  matches?: ReadonlySet<string>;
  /** Position of the path in a route; 0 when absent. */
  pathAt?: number;
  /** Names that are routers where nothing shows how they were made, such as parameters. */
  usualNames: RegExp;
  /** The path of a pattern that says more: `GET /a` of net/http. */
  split?(path: string, method: string): { method: string; path: string };
}

export function routersInCode(file: FrameworkFile, syntax: RouterSyntax): Partial<Findings> {
  const groups = file.calls.filter(({ name }) => syntax.groups.has(name));
  const scopes = new Scopes(file, syntax, groups);
  return {
    bases: scopes.bases,
    mounts: [...scopes.mounts, ...file.calls.flatMap((call) => putBelow(call, syntax, scopes))],
    uses: file.calls.flatMap((call) => routesOf(file, call, syntax, scopes)),
  };
}

function putBelow(call: CallFact, { mounts = {} }: RouterSyntax, scopes: Scopes): Mount[] {
  if (!Object.hasOwn(mounts, call.name) || call.receiver === undefined) return [];
  const on = scopes.baseOf(call);
  const child = nameGiven(call.arguments, mounts[call.name]!);
  if (child === undefined || on === null) return [];
  return [{ on, prefix: pathsGiven(call.arguments, 0, "prefix")[0] ?? "", child: scopes.named(child, call) }];
}

function routesOf(file: FrameworkFile, call: CallFact, syntax: RouterSyntax, scopes: Scopes): PathUse[] {
  const isMatch = syntax.matches?.has(call.name) === true;
  const methods = isMatch ? methodsListed(call) : methodNamed(call, syntax);
  const on = methods.length === 0 ? null : scopes.baseOf(call);
  if (on === null) return [];
  const at = (syntax.pathAt ?? 0) + (isMatch ? 1 : 0);
  const handler = call.arguments.findLast(({ position, text }) => position > at && text === "")?.holes[0]
    ?.text;
  return pathsGiven(call.arguments, at)
    .flatMap((path) => methods.map((method) => syntax.split?.(path, method) ?? { path, method }))
    .filter(({ path }) => path === "" || path.startsWith("/") || path === "*" || scopes.isKnown(on))
    .map(
      (route): PathUse => ({
        side: "offers",
        ...route,
        on,
        isKeptAlone: syntax.usualNames.test(call.receiver ?? ""),
        place: placeOfCall(file, call),
        tier: "resolved",
        details: { framework: syntax.framework },
        ...(handler === undefined ? {} : { handler }),
      }),
    );
}

function methodNamed({ name }: CallFact, { methods }: RouterSyntax): string[] {
  return Object.hasOwn(methods, name) ? [methods[name]!] : [];
}

/** Texts, or constants such as `http.MethodGet`. */
function methodsListed({ arguments: given }: CallFact): string[] {
  return given
    .filter(({ position }) => position === 0)
    .map(({ text, holes }) => text || (holes[0]?.text.replace(/^.*\.(?:Method)?/, "") ?? ""))
    .filter((method) => /^[a-z]+$/i.test(method))
    .map((method) => method.toUpperCase());
}

/** Which base a name means at a place of the file. */
class Scopes {
  readonly bases: PathBase[] = [];
  readonly mounts: Mount[] = [];
  readonly #file: FrameworkFile;
  readonly #known = new Set<string>();
  readonly #blocks: { call: CallFact; base: string }[] = [];
  /** `r.Group("/a").Use(b).GET("/c", d)`: groups without a name, by their calls. */
  readonly #chains: { call: CallFact; base: string }[] = [];

  constructor(file: FrameworkFile, syntax: RouterSyntax, groups: readonly CallFact[]) {
    this.#file = file;
    for (const call of file.calls) {
      // `require("fastify")({ logger: true })`
      const maker = call.name === "require" ? (call.arguments[0]?.text ?? "") : call.name;
      const isPart = syntax.parts?.has(maker) === true;
      if (call.target !== undefined && (syntax.makers.has(maker) || isPart)) {
        const prefix = pathsGiven(call.arguments, -1, "prefix", "basePath")[0] ?? "";
        this.#add(this.#nameIn(call, call.target), prefix, !isPart);
      }
    }
    for (const { name, value, parent } of file.symbols) {
      if (value?.kind === "name" || value === undefined) continue;
      const isPart = syntax.parts?.has(value.name) === true;
      if (parent < 0 && (syntax.makers.has(value.name) || isPart)) this.#add(name, "", !isPart);
    }
    for (const call of groups) this.#addGroup(call, syntax.rootBlocks?.has(call.name) === true);
  }

  /** A group is put on its receiver; the name or the block that it is given stands for it from there on. */
  #addGroup(call: CallFact, isRoot: boolean): void {
    const prefix = pathsGiven(call.arguments, 0)[0] ?? "";
    const above = this.baseOf(call);
    const name = call.target === undefined ? `group at ${call.span.start}` : this.#nameIn(call, call.target);
    if (above?.name === name) return;
    this.#add(name, prefix, isRoot);
    if (call.blockEnd > 0) this.#blocks.push({ call, base: name });
    else if (call.target === undefined) this.#chains.push({ call, base: name });
    if (above !== null) this.mounts.push({ on: above, prefix: "", child: { name } });
  }

  #add(name: string, prefix: string, isRoot: boolean): void {
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.bases.push({ name, prefix, isRoot });
  }

  isKnown({ name }: WrittenName): boolean {
    return this.#known.has(name);
  }

  /** What a call is made on: a block's own router inside it, a local name, one of the file, one that is imported. */
  baseOf(call: CallFact): WrittenName | null {
    const block = this.#blocks.findLast(
      ({ call: group }) => call.span.start > group.span.start && call.span.start < group.blockEnd,
    );
    const receiver = call.receiver;
    if (receiver === undefined) return block ? { name: block.base } : null;
    const chain = this.#chains.findLast(({ call: group }) => continues(group, call));
    if (chain) return { name: chain.base };
    // What stands before the first call: `r` of `r.With(guard)`.
    const root = /^[\w$]+(?:\.[\w$]+)*(?![\w$]*\()/.exec(receiver)?.[0] ?? receiver;
    const local = this.#nameIn(call, root);
    // A block gives its router the name that the outer one has, or another that nothing else has.
    if (block && !this.#isMadeInside(block.call, local, root)) return { name: block.base };
    return this.#known.has(local) ? { name: local } : { name: root };
  }

  named(written: string, call: CallFact): WrittenName {
    const local = this.#nameIn(call, written);
    return this.#known.has(local) ? { name: local } : { name: written };
  }

  #isMadeInside({ span, blockEnd }: CallFact, local: string, root: string): boolean {
    return this.#file.calls.some(
      (one) =>
        one.target === root &&
        one.span.start > span.start &&
        one.span.start < blockEnd &&
        this.#known.has(local),
    );
  }

  #nameIn({ from }: CallFact, name: string): string {
    const around = this.#file.symbols[from];
    // At top level the call stands in the symbol that it initialises.
    return around === undefined || around.name === name || from < 0
      ? name
      : `${around.qualifiedName}/${name}`;
  }
}

function continues({ receiver, name, span }: CallFact, next: CallFact): boolean {
  const start = receiver === undefined ? `${name}()` : `${receiver}.${name}()`;
  return span.end <= next.span.start && next.receiver?.startsWith(start) === true;
}

/** `get` and `GET` and `Get` alike: HTTP's methods in the spelling of a framework. */
export function methodsSpelled(
  spell: (method: string) => string,
  any: readonly string[] = [],
): Record<string, string> {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
  return Object.fromEntries([
    ...methods.map((method): [string, string] => [spell(method), method]),
    ...any.map((name): [string, string] => [name, "*"]),
  ]);
}

export const lower = (method: string): string => method.toLowerCase();
export const capitalised = (method: string): string => method[0] + method.slice(1).toLowerCase();
