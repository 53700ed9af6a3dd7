/** What stands around a call of a file of routes: prefixes, modules and the resource, by its blocks and by concerns. */
import type { CallFact } from "../../core/facts.ts";
import { isSwitchedOn, pathsGiven, wordsGiven } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import type { FrameworkFile } from "../contract.ts";
import { joinPaths } from "../route-key.ts";

export interface Around {
  prefix: string;
  /** What namespaces and scopes put before, without the resources: shallow ones of a kind lie there. */
  outside: string;
  /** Inside a resource whose nested ones are shallow. */
  isShallow: boolean;
  isNested: boolean;
  /** Modules of the controller: `api`. */
  modules: string[];
  controller: string | null;
}

/** Once for each place that the call is drawn at: none of a concern that nobody has, several of one that many have. */
export function placesOf(file: FrameworkFile, call: CallFact): Around[] {
  return chainsOf(file, call, 0).map((blocks) => aroundOf(blocks, call));
}

/** Concerns in concerns; more is a circle. */
const MAX_CONCERNS = 4;

/** The blocks around a call, outermost first, with those of who has the concern in place of the concern's own. */
function chainsOf(file: FrameworkFile, call: CallFact, depth: number): CallFact[][] {
  const blocks = blocksAround(file.calls, call);
  const at = blocks.findLastIndex(({ name }) => name === "concern");
  if (at < 0) return [blocks];
  const [concern] = pathsGiven(blocks[at]!.arguments, 0);
  if (concern === undefined || depth >= MAX_CONCERNS) return [];
  return file.calls.flatMap((user) => {
    const isCall = user.name === "concerns" && pathsGiven(user.arguments, 0).includes(concern);
    if (!isCall && !wordsGiven(user.arguments, "concerns").includes(concern)) return [];
    return chainsOf(file, user, depth + 1).map((chain) => [
      ...chain,
      ...(isCall ? [] : [user]),
      ...blocks.slice(at + 1),
    ]);
  });
}

function aroundOf(blocks: readonly CallFact[], call: CallFact): Around {
  const around: Around = {
    prefix: "",
    outside: "",
    isShallow: false,
    isNested: false,
    modules: [],
    controller: null,
  };
  for (const [at, block] of blocks.entries()) {
    const { name, arguments: given } = block;
    const [first] = pathsGiven(given, 0);
    const path = pathsGiven(given, -1, "path")[0];
    const module = wordsGiven(given, "module")[0];
    around.isShallow ||= name === "shallow" || isSwitchedOn(given, "shallow");
    if (name === "namespace" && first !== undefined) {
      addOutside(around, withoutOptional(path ?? first));
      around.modules.push(module ?? first);
    } else if (name === "scope") {
      addOutside(around, withoutOptional(path ?? first ?? ""));
      if (module !== undefined) around.modules.push(module);
      around.controller = wordsGiven(given, "controller")[0] ?? around.controller;
    } else if ((name === "resources" || name === "resource") && first !== undefined) {
      // A route in `member` belongs to one of them; so does what is nested deeper.
      const next = blocks[at + 1]?.name ?? wordsGiven(call.arguments, "on")[0] ?? call.name;
      const isOne = name === "resource" || next === "collection";
      const start = around.isShallow && around.isNested && !isOne ? around.outside : around.prefix;
      around.prefix = joinPaths(start, joinPaths(path ?? first, isOne ? "" : `:${first}_id`));
      around.isNested = true;
      around.controller = controllerOf(block, first);
    } else if (name === "controller" && first !== undefined) around.controller = first;
  }
  return around;
}

function addOutside(around: Around, path: string): void {
  around.prefix = joinPaths(around.prefix, path);
  around.outside = joinPaths(around.outside, path);
}

export function controllerOf({ name, arguments: given }: CallFact, first: string): string {
  return wordsGiven(given, "controller")[0] ?? (name === "resource" ? `${first}s` : first);
}

/** `/top(/:length)` is served as `/top`, too. */
export function withoutOptional(path: string): string {
  return path.replace(/\(.*\)/s, "");
}
