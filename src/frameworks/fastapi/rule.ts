/** FastAPI: `@router.get("/{id}")`, with routers wherever `include_router(users.router, prefix="/users")` puts them. */
import type { AnnotationFact, CallFact } from "../../core/facts.ts";
import { handleOfSymbol, hasImport, nameGiven, pathsGiven, placeOfCall, wordsGiven } from "../arguments.ts";
import { basesMade, type Maker } from "../bases-made.ts";
import { defineFramework, type FrameworkFile, type Mount, type PathUse } from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set([
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "options",
  "trace",
]);
const APPLICATION = { prefix: "root_path", isRoot: true };
const ROUTER = { prefix: "prefix", isRoot: false };

export default defineFramework({
  id: "fastapi",
  label: "FastAPI",
  looksAt: { languages: ["python"], words: ["fastapi"] },
  appliesTo: (outline) => hasImport(outline, "fastapi"),
  find: (file) => ({
    bases: basesMade(file, makerOf),
    mounts: file.calls.flatMap((call) => mountsOf(call)),
    uses: [
      ...file.annotations.flatMap((annotation) => routesOf(file, annotation)),
      ...file.calls.flatMap((call) => addedRoutesOf(file, call)),
    ],
  }),
});

/** Applications give routers classes of their own, which they name after it. */
function makerOf(name: string): Maker | undefined {
  if (name === "FastAPI") return APPLICATION;
  return /Router$/.test(name) ? ROUTER : undefined;
}

/** `mount` puts another application; its paths begin there, too. */
function mountsOf({ name, receiver, arguments: given }: CallFact): Mount[] {
  if (receiver === undefined || (name !== "include_router" && name !== "mount")) return [];
  const child = name === "mount" ? nameGiven(given, 1, "app") : nameGiven(given, 0, "router");
  const prefix = name === "mount" ? pathsGiven(given, 0, "path") : pathsGiven(given, -1, "prefix");
  return child === undefined
    ? []
    : [{ on: { name: receiver }, prefix: prefix[0] ?? "", child: { name: child } }];
}

/** `@app.get("/a")`, `@app.api_route("/a", methods=["GET", "POST"])`, `@app.websocket("/a")` */
function routesOf(file: FrameworkFile, annotation: AnnotationFact): PathUse[] {
  const { name, receiver, symbol, span, arguments: given } = annotation;
  if (receiver === undefined || symbol < 0) return [];
  const methods = METHODS.has(name)
    ? [name]
    : name === "websocket"
      ? ["websocket"]
      : methodsOf(name, annotation);
  return pathsGiven(given, 0, "path").flatMap((path) =>
    methods.map(
      (method): PathUse => ({
        side: "offers",
        method: method.toUpperCase(),
        path,
        on: { name: receiver },
        place: { handle: handleOfSymbol(file, symbol), span },
        tier: "resolved",
        details: { framework: "fastapi" },
      }),
    ),
  );
}

function methodsOf(name: string, { arguments: given }: Pick<AnnotationFact, "arguments">): string[] {
  if (name !== "api_route" && name !== "add_api_route") return [];
  const methods = wordsGiven(given, "methods");
  return methods.length > 0 ? methods : ["GET"];
}

/** `router.add_api_route("/a", show, methods=["GET"])` */
function addedRoutesOf(file: FrameworkFile, call: CallFact): PathUse[] {
  const { name, receiver, arguments: given } = call;
  if (receiver === undefined) return [];
  const handler = nameGiven(given, 1, "endpoint");
  return pathsGiven(given, 0, "path").flatMap((path) =>
    methodsOf(name, call).map(
      (method): PathUse => ({
        side: "offers",
        method: method.toUpperCase(),
        path,
        on: { name: receiver },
        place: placeOfCall(file, call),
        tier: "resolved",
        details: { framework: "fastapi" },
        ...(handler === undefined ? {} : { handler }),
      }),
    ),
  );
}
