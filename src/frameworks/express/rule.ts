/** Express: `app.get("/users/:id", show)`, with routers wherever `app.use("/api", router)` puts them. */
import { handleOf } from "../../core/edges.ts";
import type { ArgumentFact, CallFact } from "../../core/facts.ts";
import {
  defineFramework,
  type FrameworkFile,
  type Mount,
  type PathBase,
  type PathUse,
  type WrittenName,
} from "../contract.ts";
import { pathOf } from "../route-key.ts";
import { SCRIPTS } from "../scripts.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);
/** What routers are called where nothing shows how they were made. */
const USUAL_NAMES: ReadonlySet<string> = new Set(["app", "router"]);

export default defineFramework({
  id: "express",
  label: "Express",
  looksAt: { languages: SCRIPTS, words: ["express"] },
  appliesTo: ({ imports }) => imports.some(({ source }) => source === "express"),
  find: (file) => ({
    bases: basesOf(file),
    mounts: file.calls.flatMap((call) => mountsOf(file, call)),
    uses: file.calls.flatMap((call) => routesOf(file, call)),
  }),
});

/** `const app = express()`, `const r = express.Router()`; a parameter of a function that is given one. */
function basesOf({ symbols }: FrameworkFile): PathBase[] {
  return symbols.flatMap(({ name, value }): PathBase[] => {
    if (value?.kind !== "call") return [];
    if (value.name === "express" && value.receiver === undefined) return [{ name, prefix: "", isRoot: true }];
    return value.name === "Router" ? [{ name, prefix: "", isRoot: false }] : [];
  });
}

/** `app.use("/api", guard, users)`: each name may be a router; those that are none are found nowhere. */
function mountsOf(file: FrameworkFile, call: CallFact): Mount[] {
  if (call.name !== "use" || call.receiver === undefined) return [];
  const on = { name: call.receiver };
  const path = call.arguments.find(({ position, text }) => position === 0 && text !== "");
  const prefix = path ? pathOf(path) : "";
  return [...namesIn(call.arguments), ...requiredIn(file, call)].map((child) => ({ on, prefix, child }));
}

function namesIn(given: readonly ArgumentFact[]): WrittenName[] {
  return given.flatMap(({ text, holes }) => (text === "" && holes[0] ? [{ name: holes[0].text }] : []));
}

/** `app.use("/users", require("./users"))` */
function requiredIn({ calls }: FrameworkFile, { span }: CallFact): WrittenName[] {
  return calls.flatMap((inner): WrittenName[] => {
    const isInside = inner.span.start > span.start && inner.span.end <= span.end;
    const module = inner.name === "require" ? inner.arguments[0]?.text : undefined;
    return isInside && module !== undefined ? [{ name: "", module }] : [];
  });
}

/** One call may serve several paths: `app.get(["/a", "/b"], show)`. */
function routesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  const isAny = call.name === "route" || call.name === "all";
  if (call.receiver === undefined || (!isAny && !METHODS.has(call.name))) return [];
  const handler = call.arguments.findLast(({ position }) => position > 0)?.holes[0]?.text;
  return call.arguments
    .filter(({ position, name, key }) => position === 0 && name === undefined && key === undefined)
    .map((argument) => pathOf(argument))
    .filter((path) => path.startsWith("/") || path === "*")
    .map((path) => ({
      side: "offers",
      method: isAny ? "*" : call.name.toUpperCase(),
      path,
      on: { name: call.receiver! },
      isKeptAlone: USUAL_NAMES.has(call.receiver!),
      place: { handle: handleOf(file.path, file.symbols[call.from]), span: call.span },
      tier: "resolved",
      details: { framework: "express" },
      ...(handler === undefined ? {} : { handler }),
    }));
}
