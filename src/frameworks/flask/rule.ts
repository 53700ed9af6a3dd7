/** Flask: `@app.route("/a", methods=["POST"])`, blueprints where they are registered, and class views by `add_url_rule`. */
import type { AnnotationFact, ArgumentFact, CallFact } from "../../core/facts.ts";
import { handleOfSymbol, hasImport, nameGiven, pathsGiven, placeOfCall, wordsGiven } from "../arguments.ts";
import { basesMade, makersNamed } from "../bases-made.ts";
import {
  defineFramework,
  type FrameworkFile,
  type Mount,
  type PathBase,
  type PathUse,
  type Place,
} from "../contract.ts";

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);
const APPLICATION = { prefix: "url_prefix", isRoot: true };
const BLUEPRINT = { prefix: "url_prefix", isRoot: false };
const MAKERS = {
  Flask: APPLICATION,
  Quart: APPLICATION,
  OpenAPI: APPLICATION,
  Blueprint: BLUEPRINT,
  APIBlueprint: BLUEPRINT,
};

export default defineFramework({
  id: "flask",
  label: "Flask",
  looksAt: { languages: ["python"], words: ["flask", "quart", "apiflask"] },
  appliesTo: (outline) => hasImport(outline, "flask", "quart", "flask_openapi3", "apiflask"),
  find: (file) => ({
    bases: basesOf(file),
    mounts: file.calls.flatMap(mountsOf),
    uses: [
      ...file.annotations.flatMap((annotation) => decoratedRoutes(file, annotation)),
      ...file.calls.flatMap((call) => addedRoutes(file, call)),
    ],
  }),
});

function basesOf(file: FrameworkFile): PathBase[] {
  const made = basesMade(file, makersNamed(MAKERS));
  const known = new Set(made.map(({ name }) => name));
  // `def create_app(): app = Flask(__name__)`: the application is a local name.
  const local = [
    ...new Set(
      file.calls.flatMap(({ receiver, name }) => (name === "register_blueprint" ? [receiver ?? ""] : [])),
    ),
  ];
  return [
    ...made,
    ...local
      .filter((name) => name !== "" && !known.has(name))
      .map((name) => ({ name, prefix: "", isRoot: true })),
  ];
}

/** What a blueprint is registered with stands in place of its own prefix. */
function mountsOf({ name, receiver, arguments: given }: CallFact): Mount[] {
  if (name !== "register_blueprint" || receiver === undefined) return [];
  const child = nameGiven(given, 0, "blueprint");
  if (child === undefined) return [];
  const [prefix] = pathsGiven(given, -1, "url_prefix");
  return [
    {
      on: { name: receiver },
      prefix: prefix ?? "",
      child: { name: child },
      replacesPrefix: prefix !== undefined,
    },
  ];
}

function decoratedRoutes(
  file: FrameworkFile,
  { name, receiver, symbol, span, arguments: given }: AnnotationFact,
): PathUse[] {
  if (receiver === undefined || symbol < 0 || (name !== "route" && !METHODS.has(name))) return [];
  const methods = name === "route" ? methodsIn(given) : [name.toUpperCase()];
  return usesOf({ handle: handleOfSymbol(file, symbol), span }, receiver, given, methods);
}

/** `bp.add_url_rule("/a", view_func=show)`, `view_func=Show.as_view("show")` */
function addedRoutes(file: FrameworkFile, call: CallFact): PathUse[] {
  const { name, receiver, arguments: given } = call;
  if (name !== "add_url_rule" || receiver === undefined) return [];
  const handler = nameGiven(given, 2, "view_func")?.replace(/\.as_view\(\)$/, "");
  const uses = usesOf(placeOfCall(file, call), receiver, given, methodsIn(given));
  return handler === undefined ? uses : uses.map((use) => ({ ...use, handler }));
}

function methodsIn(given: readonly ArgumentFact[]): string[] {
  const methods = wordsGiven(given, "methods");
  return methods.length > 0 ? methods : ["GET"];
}

function usesOf(
  place: Place,
  receiver: string,
  given: readonly ArgumentFact[],
  methods: readonly string[],
): PathUse[] {
  return pathsGiven(given, 0, "rule").flatMap((path) =>
    methods.map(
      (method): PathUse => ({
        side: "offers",
        method: method.toUpperCase(),
        path,
        on: { name: receiver },
        // `app` is often made in a function and used by decorators below it.
        isKeptAlone: receiver === "app",
        place,
        tier: "resolved",
        details: { framework: "flask" },
      }),
    ),
  );
}
