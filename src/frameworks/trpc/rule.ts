/** tRPC: procedures by the keys of their routers, and the calls of typed clients. Served as `TRPC /users/byId`. */
import type { CallFact, ReferenceFact } from "../../core/facts.ts";
import { handleOfSymbol, placeOfCall } from "../arguments.ts";
import { blocksAround } from "../blocks-around.ts";
import {
  defineFramework,
  type FrameworkFile,
  type FrameworkOutline,
  type Mount,
  type PathUse,
} from "../contract.ts";
import { SCRIPTS } from "../scripts.ts";

const ROUTERS: ReadonlySet<string> = new Set(["router", "createTRPCRouter", "createRouter", "mergeRouters"]);
const PROCEDURES: ReadonlySet<string> = new Set(["query", "mutation", "subscription"]);
const ASKS =
  /^(?:use(?:Suspense)?(?:Infinite)?(?:Query|Queries|Mutation|Subscription)|query|mutate|subscribe|fetch|prefetch|(?:query|mutation)Options)$/;
/** What clients are called by those who write about tRPC, and by most who use it. */
const CLIENT = /^(?:trpc|api|client|trpcClient|utils|caller|trpcNext|trpcReact)$/;

export default defineFramework({
  id: "trpc",
  label: "tRPC",
  // Most calls are given no literal.
  reads: "uses",
  looksAt: { languages: SCRIPTS, words: ["trpc", "api"] },
  appliesTo: (outline) => makesRouters(outline) || asks(outline),
  find: (file) => {
    const routers = file.calls.filter(({ name, target }) => ROUTERS.has(name) && target !== undefined);
    return {
      bases: routers.map(({ target }) => ({
        name: target!,
        prefix: "",
        isRoot: /^(?:app|root|_app)\w*$/i.test(target!),
        isRootAlone: true,
      })),
      mounts: routers.flatMap(mountsOf),
      uses: [
        ...(routers.length > 0 ? file.calls.flatMap((call) => procedureOf(file, call, routers)) : []),
        ...(asks(file) ? (file.uses?.references ?? []).flatMap((use) => askedBy(file, use)) : []),
      ],
    };
  },
});

function makesRouters({ imports, symbols }: FrameworkOutline): boolean {
  const isTold = imports.some(({ source }) => /^@trpc\/server|(?:^|\/)trpc(?:$|[./])/.test(source));
  return isTold && symbols.some(({ value }) => value?.kind === "call" && ROUTERS.has(value.name));
}

function asks({ imports }: FrameworkOutline): boolean {
  return imports.some(
    ({ source, bindings }) =>
      /trpc|(?:^|\/)api$|\/api\/(?:react|server|client)$/i.test(source) &&
      bindings.some(({ local }) => CLIENT.test(local)),
  );
}

/** `router({ users: usersRouter })` */
function mountsOf({ target, arguments: given, name }: CallFact): Mount[] {
  return given.flatMap(({ key, holes }) =>
    holes[0] && (key !== undefined || name === "mergeRouters")
      ? [{ on: { name: target! }, prefix: key ?? "", child: { name: holes[0].text } }]
      : [],
  );
}

function procedureOf(file: FrameworkFile, call: CallFact, routers: readonly CallFact[]): PathUse[] {
  if (!PROCEDURES.has(call.name) || call.target === undefined) return [];
  const around = blocksAround(file.calls, call);
  const router = around.findLast((one) => routers.includes(one));
  if (!router) return [];
  return [
    {
      side: "offers",
      method: "TRPC",
      path: call.target,
      on: { name: router.target! },
      place: placeOfCall(file, call),
      tier: "resolved",
      details: { framework: "trpc", procedure: call.name },
    },
  ];
}

/** `trpc.users.byId.useQuery(id)` */
function askedBy(
  file: FrameworkFile,
  { kind, name, receiver = "", from, position }: ReferenceFact,
): PathUse[] {
  const [client, ...steps] = receiver.replace(/\(\)$/, "").split(".");
  if (kind !== "call" || !ASKS.test(name) || !CLIENT.test(client ?? "") || steps.length === 0) return [];
  if (!steps.every((step) => /^\w+$/.test(step))) return [];
  const span = { start: 0, end: 0, startLine: position.line, endLine: position.line };
  return [
    {
      side: "needs",
      method: "TRPC",
      path: steps.join("/"),
      on: null,
      place: { handle: handleOfSymbol(file, from), span },
      tier: "resolved",
      details: { framework: "trpc" },
    },
  ];
}
