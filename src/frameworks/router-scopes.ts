/** Which router a name means at a place of a file that builds routers in code. */
import type { ArgumentFact, CallFact, SymbolFact } from "../core/facts.ts";
import { dirname } from "../core/rel-path.ts";
import { type GivenPath, pathNamed, pathsGiven, pathsWithNames } from "./arguments.ts";
import type { FrameworkFile, Mount, PathBase, WrittenName } from "./contract.ts";
import type { RouterSyntax } from "./routers-in-code.ts";

const NO_PATH: GivenPath = { path: "", holes: [] };

/**
 * Local names are known within their function: a base of one is called `function/name`, what a function is given
 * `function(position)`, what it returns by the function's own name, and a field or a variable of a package
 * `folder:name`.
 */
export class RouterScopes {
  readonly bases: PathBase[] = [];
  readonly mounts: Mount[] = [];
  readonly #file: FrameworkFile;
  readonly #syntax: RouterSyntax;
  readonly #known = new Set<string>();
  readonly #blocks: { call: CallFact; base: string }[] = [];
  /** `r.Group("/a").Use(b).GET("/c", d)`: groups without a name, by their calls. */
  readonly #chains: { call: CallFact; base: string }[] = [];

  constructor(file: FrameworkFile, syntax: RouterSyntax, groups: readonly CallFact[]) {
    this.#file = file;
    this.#syntax = syntax;
    for (const symbol of file.symbols) this.#addGiven(symbol);
    for (const call of file.calls) this.#addMade(call);
    for (const symbol of file.symbols) this.#addInitialised(symbol);
    this.#addReturned();
    if (syntax.hasFields) for (const call of file.calls) this.#addUsedField(call);
    for (const call of groups) this.#addGroup(call, syntax.rootBlocks?.has(call.name) === true);
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
    return this.#meant(call, root);
  }

  named(written: string, call: CallFact): WrittenName {
    return this.#meant(call, written);
  }

  /** A router that a call is given, by its name or as a group that is made there. */
  given(call: CallFact, { text, holes }: ArgumentFact): WrittenName | null {
    const written = text === "" ? holes[0]?.text : undefined;
    if (written === undefined) return null;
    const group =
      written.endsWith("()") && this.#chains.find(({ call: one }) => isInside(one, call, written));
    if (group) return { name: group.base };
    const meant = this.#meant(call, written);
    if (this.isKnown(meant)) return meant;
    const block = this.#blocks.findLast(
      ({ call: around }) => call.span.start > around.span.start && call.span.start < around.blockEnd,
    );
    // Only what is called like a router: a block uses much else.
    return block && this.#syntax.usualNames.test(written) ? { name: block.base } : null;
  }

  #meant(call: CallFact, written: string): WrittenName {
    for (let at = call.from; at >= 0; at = this.#file.symbols[at]!.parent) {
      const name = `${this.#file.symbols[at]!.qualifiedName}/${written}`;
      if (this.#known.has(name)) return { name };
    }
    if (this.#known.has(written) || !this.#syntax.hasFields) return { name: written };
    return { name: this.#fieldOf(written) ?? `${dirname(this.#file.path)}:${written}` };
  }

  /** `func routes(r *mux.Router)` */
  #addGiven({ qualifiedName, parameters }: SymbolFact): void {
    const types = this.#syntax.routerTypes;
    if (!types) return;
    for (const [at, { name, type }] of parameters.entries()) {
      if (type === undefined || !types.test(type)) continue;
      const given = `${qualifiedName}(${at})`;
      this.bases.push({ name: given, prefix: "", isRoot: false });
      this.#add({ name: `${qualifiedName}/${name}`, prefix: "", isRoot: false });
      this.mounts.push({ on: { name: given }, prefix: "", child: { name: `${qualifiedName}/${name}` } });
    }
  }

  #addMade(call: CallFact): void {
    // `require("fastify")({ logger: true })`
    const maker = call.name === "require" ? (call.arguments[0]?.text ?? "") : call.name;
    const isPart = this.#syntax.parts?.has(maker) === true;
    if (call.target === undefined || (!this.#syntax.makers.has(maker) && !isPart)) return;
    const prefix = pathsGiven(call.arguments, -1, "prefix", "basePath")[0] ?? "";
    const name = this.#nameIn(call, call.target);
    this.#add({ name, prefix, ...this.#rootness(isPart) });
    // A function of the project that is called as the framework's.
    if (this.#syntax.routerTypes)
      this.mounts.push({ on: { name }, prefix: "", child: { name: call.name, line: call.span.startLine } });
  }

  /** What stands nowhere serves by itself; where functions are followed, one that is put somewhere serves there. */
  #rootness(isPart: boolean): Pick<PathBase, "isRoot" | "isRootAlone"> {
    if (isPart) return { isRoot: false };
    return this.#syntax.routerTypes ? { isRoot: false, isRootAlone: true } : { isRoot: true };
  }

  #addInitialised({ name, value, parent }: SymbolFact): void {
    if (value?.kind === "name" || value === undefined || parent >= 0) return;
    const isPart = this.#syntax.parts?.has(value.name) === true;
    if (!this.#syntax.makers.has(value.name) && !isPart) return;
    const shared = this.#syntax.hasFields ? `${dirname(this.#file.path)}:${name}` : name;
    this.#add({ name: shared, prefix: "", ...this.#rootness(isPart) });
  }

  /** The first router that a function makes is what it returns, when it returns one; or what another returns to it. */
  #addReturned(): void {
    const { routerTypes, returnTypes = routerTypes, makers } = this.#syntax;
    if (!returnTypes) return;
    for (const [at, { qualifiedName, returnType, span }] of this.#file.symbols.entries()) {
      if (returnType === undefined || !returnTypes.test(returnType) || this.#known.has(qualifiedName))
        continue;
      const made = this.#file.calls.find(
        ({ from, name, target }) => from === at && target !== undefined && makers.has(name),
      );
      // Middleware returns handlers, too.
      if (!made && !routerTypes?.test(returnType)) continue;
      this.#add({ name: qualifiedName, prefix: "", isRoot: false, isRootAlone: true });
      const child = made
        ? { name: this.#nameIn(made, made.target!) }
        : { name: "", line: span.startLine, lastLine: span.endLine };
      this.mounts.push({ on: { name: qualifiedName }, prefix: "", child });
    }
  }

  /** `s.router.Get("/a", show)`, made in a way that is not seen: in a literal of the struct. */
  #addUsedField({ name, receiver }: CallFact): void {
    const { methods, groups, usualNames } = this.#syntax;
    const written =
      receiver !== undefined && (Object.hasOwn(methods, name) || groups.has(name)) ? receiver : "";
    const field = this.#fieldOf(written);
    if (field === null || this.#known.has(field)) return;
    const last = written.slice(written.lastIndexOf(".") + 1);
    if (usualNames.test(last) || /router|mux|engine|group/i.test(last))
      this.#add({ name: field, prefix: "", isRoot: false });
  }

  /** A group is put on its receiver; the name or the block that it is given stands for it from there on. */
  #addGroup(call: CallFact, isRoot: boolean): void {
    const { hasFields, pathlessGroups } = this.#syntax;
    const isNamedPath = hasFields && !pathlessGroups?.has(call.name);
    const named = isNamedPath ? pathNamed(call.arguments, 0) : [];
    const { path: prefix, holes } = [...pathsWithNames(call.arguments, 0), ...named, NO_PATH][0]!;
    const above = this.baseOf(call);
    const isNamed = call.target !== undefined && above?.name !== this.#nameIn(call, call.target);
    if (call.target !== undefined && !isNamed && call.blockEnd === 0) return;
    const name = isNamed ? this.#nameIn(call, call.target!) : `group at ${call.span.start}`;
    const put = { prefix, ...(holes.length > 0 && { holes }) };
    const isShared = this.#isField(name);
    // A shared name may be made in several ways: what stands before it belongs to each.
    this.#add({ name, isRoot, ...(isShared ? { prefix: "" } : put) });
    // What nothing here makes: `srv.Router`, of another package.
    if (isShared && above !== null && this.#isField(above.name))
      this.#add({ name: above.name, prefix: "", isRoot: false });
    if (call.blockEnd > 0) this.#blocks.push({ call, base: name });
    else if (!isNamed) this.#chains.push({ call, base: name });
    if (above !== null)
      this.mounts.push({ on: above, ...(isShared ? put : { prefix: "" }), child: { name } });
    this.#addFunctionsGiven(call, name);
  }

  /** `r.Route("/users", s.userRoutes)` */
  #addFunctionsGiven(call: CallFact, group: string): void {
    if (!this.#syntax.routerTypes || call.blockEnd > 0) return;
    for (const { text, holes } of call.arguments) {
      const name = text === "" ? holes[0]?.text : undefined;
      if (name === undefined || name.endsWith(")")) continue;
      const child = { name, line: call.span.startLine, parameter: 0 };
      this.mounts.push({ on: { name: group }, prefix: "", child });
    }
  }

  #add(base: PathBase): void {
    if (this.#known.has(base.name)) return;
    this.#known.add(base.name);
    this.bases.push(this.#isField(base.name) ? { ...base, isShared: true } : base);
  }

  #isField(name: string): boolean {
    return this.#syntax.hasFields === true && name.startsWith(`${dirname(this.#file.path)}:`);
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
    const field = this.#fieldOf(name);
    if (field !== null) return field;
    const around = this.#file.symbols[from];
    // At top level the call stands in the symbol that it initialises.
    const isTop = around === undefined || around.name === name || from < 0;
    if (!isTop) return `${around.qualifiedName}/${name}`;
    return this.#syntax.hasFields ? `${dirname(this.#file.path)}:${name}` : name;
  }

  /** `s.router`; not `http.DefaultServeMux`. */
  #fieldOf(written: string): string | null {
    const dot = written.indexOf(".");
    if (!this.#syntax.hasFields || dot < 0 || !/^[\w.]+$/.test(written)) return null;
    const head = written.slice(0, dot);
    const isModule = this.#file.imports.some(({ bindings }) => bindings.some(({ local }) => local === head));
    return isModule ? null : `${dirname(this.#file.path)}:${written.slice(dot + 1)}`;
  }
}

/** Whether the next call goes on where the first ends: `r.Group("/a").Use(b)`. */
export function continues({ receiver, name, span }: CallFact, next: CallFact): boolean {
  const start = receiver === undefined ? `${name}()` : `${receiver}.${name}()`;
  return span.end <= next.span.start && next.receiver?.startsWith(start) === true;
}

function isInside({ receiver, name, span }: CallFact, around: CallFact, written: string): boolean {
  return (
    `${receiver === undefined ? "" : `${receiver}.`}${name}()` === written &&
    span.start > around.span.start &&
    span.end <= around.span.end
  );
}
