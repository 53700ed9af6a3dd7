/** Operations of OpenAPI and the code that answers them: a route of the same shape, else a function of its operation id. */
import { pathOfHandle } from "../../core/handles.ts";
import { dirname, type RelPath } from "../../core/rel-path.ts";
import type { Contract } from "../../frameworks/contract.ts";
import { joinPaths, routeKey } from "../../frameworks/route-key.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import { pathOfKey } from "../known-addresses.ts";
import { literalSteps, RouteShapes } from "../route-shapes.ts";
import type { SpecifiedContract } from "../specified-contracts.ts";
import type { Candidate } from "./candidates.ts";
import { folded, spellings } from "./spellings.ts";

/** A route tied to what is specified of it, or why there is none. */
export interface RouteTie {
  route: Contract | null;
  how: string;
  /** The whole path, where the code tells only the end of it. */
  key?: string;
}

export class RouteTies {
  readonly #shapes: RouteShapes<Contract>;

  constructor(routes: readonly Contract[]) {
    this.#shapes = new RouteShapes(routes.filter(({ place }) => !isTestPath(pathOfHandle(place.handle))));
  }

  of(operation: SpecifiedContract): RouteTie {
    const { key, bases } = operation;
    const method = key.slice(0, key.indexOf(" "));
    const keys = [...bases.map((base) => routeKey(method, joinPaths(base, pathOfKey(operation)))), key];
    for (const wanted of new Set(keys)) {
      // A word of the specification is not answered by what takes any word, unless nothing else is there.
      const fitting = this.#shapes
        .like(wanted)
        .filter((route) => literalSteps(route.key) === literalSteps(wanted));
      const near = nearest(operation, fitting);
      if (near.length === 1) return { route: near[0]!, how: "route" };
      if (near.length > 1) return { route: null, how: `${near.length} routes fit` };
    }
    const wanted = literalSteps(key);
    const ends = nearest(
      operation,
      this.#shapes
        .endingAs(key)
        .filter(({ offer, prefix }) => literalSteps(offer.key) - literalSteps(` /${prefix}`) === wanted)
        .map(({ offer }) => offer),
    );
    if (ends.length === 1) return { route: ends[0]!, how: "route behind another prefix" };
    const below = this.#belowPrefix(key);
    if (below) return { route: below, how: "route below the prefix that is specified", key: keys[0]! };
    return { route: null, how: "no route of this method and shape" };
  }

  /** `/users/{}` in a class that is called after the step before it: its base class says where it is put. */
  #belowPrefix(key: string): Contract | null {
    const method = key.slice(0, key.indexOf(" "));
    const steps = pathOfKey({ key }).split("/").slice(1);
    for (let from = 1; from < steps.length; from++) {
      const tail = `${method} /${steps.slice(from).join("/")}`;
      const before = folded(steps[from - 1]!);
      const found = this.#shapes
        .like(tail)
        .filter(
          (route) =>
            before !== "" &&
            literalSteps(route.key) === literalSteps(tail) &&
            folded(route.place.handle.slice(route.place.handle.indexOf("#") + 1)).startsWith(before),
        );
      if (found.length === 1) return found[0]!;
    }
    return null;
  }
}

/** Those that share most folders with the specification: each service of a tree has its own. */
function nearest(operation: SpecifiedContract, routes: readonly Contract[]): Contract[] {
  const folders = foldersOf(operation.specification.path);
  const distinct = [
    ...new Map(routes.map((route) => [route.implementation ?? placeText(route), route])).values(),
  ];
  const shared = distinct.map(({ place }) => sharedFolders(folders, foldersOf(pathOfHandle(place.handle))));
  const most = Math.max(...shared);
  return distinct.filter((_, at) => shared[at] === most);
}

function placeText({ place, key }: Contract): string {
  return `${place.handle}:${place.span.startLine} ${key}`;
}

function foldersOf(path: string): string[] {
  return dirname(path as RelPath).split("/");
}

function sharedFolders(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  return shared;
}

/** Spellings that a function of an operation may have; none for an id that everybody uses. */
export function namesOfOperation(id: string): string[] {
  const last = id.slice(Math.max(id.lastIndexOf("."), id.lastIndexOf("/")) + 1);
  return last.length < MIN_ID_LENGTH ? [] : spellings(last);
}

const MIN_ID_LENGTH = 4;
const CLIENT = /(?:client|sdk|request|stub|mock|frontend|web)/i;

/** The only one that is no client and no declaration; null when there are several. */
export function functionOf(
  operation: SpecifiedContract,
  candidates: readonly Candidate[],
  askingFiles: ReadonlySet<string>,
): Candidate | null {
  const { id = "" } = operation.specification;
  const usable = candidates.filter(
    ({ path, symbol, ownerKind }) =>
      (symbol.kind === "function" || symbol.kind === "method") &&
      ownerKind !== "interface" &&
      !symbol.modifiers.includes("abstract") &&
      !askingFiles.has(path) &&
      !CLIENT.test(path),
  );
  // `api.users.get_user` names a module, too.
  const module = id.includes(".") ? id.slice(0, id.lastIndexOf(".")).replaceAll(".", "/") : null;
  const inModule =
    module === null ? [] : usable.filter(({ path }) => path.replace(/\.\w+$/, "").endsWith(module));
  const chosen = inModule.length > 0 ? inModule : usable.filter(mayAnswer);
  return chosen.length === 1 ? chosen[0]! : null;
}

const ANSWERING_TYPE =
  /(?:Controller|Resource|Api|API|Endpoints?|Handlers?|Delegate|Routes?|Router|View(?:Set)?|Server)(?:V\d+|Impl|Service)?$/;
const ANSWERING_FOLDER =
  /(?:^|\/|_)(?:controllers?|resources?|api|endpoints?|handlers?|routes?|routers?|views?|server)(?=[/._])/i;

/** A method of a type that answers requests, by its name or by what was generated for it to implement, or a function near such. */
function mayAnswer({ owner, ownerBases, path }: Candidate): boolean {
  if (owner === "") return ANSWERING_FOLDER.test(path);
  const bare = [owner, ...ownerBases].map((name) => name.replace(/<.*$/, ""));
  return bare.some((name) => ANSWERING_TYPE.test(name));
}
