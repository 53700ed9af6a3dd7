/** GraphQL servers that are written in code: methods that decorators and annotations make fields of the root types. */
import type { AnnotationFact, SymbolFact } from "../../core/facts.ts";
import { handleOfSymbol, hasImport, pathsGiven } from "../arguments.ts";
import { type Contract, defineFramework, type FrameworkFile, type FrameworkOutline } from "../contract.ts";

/** Annotations whose name tells the root type. */
const BY_NAME: Readonly<Record<string, string>> = {
  Query: "query",
  Mutation: "mutation",
  Subscription: "subscription",
  QueryMapping: "query",
  MutationMapping: "mutation",
  SubscriptionMapping: "subscription",
  DgsQuery: "query",
  DgsMutation: "mutation",
  DgsSubscription: "subscription",
};
const MODULES: Readonly<Record<string, readonly string[]>> = {
  typescript: ["@nestjs/graphql", "type-graphql"],
  javascript: ["@nestjs/graphql", "type-graphql"],
  java: ["org.springframework.graphql", "com.netflix.graphql.dgs"],
  kotlin: ["org.springframework.graphql", "com.netflix.graphql.dgs"],
  python: ["strawberry", "ariadne"],
};

export default defineFramework({
  id: "graphql-code",
  label: "GraphQL in code",
  looksAt: { languages: Object.keys(MODULES), words: ["graphql", "strawberry", "ariadne"] },
  appliesTo: (outline) => hasImport(outline, ...(MODULES[outline.language] ?? [])),
  find: (file) => ({
    offers: file.annotations.flatMap((annotation) => {
      const method = file.symbols[annotation.symbol];
      const field = method && annotation.parameter === undefined ? fieldOf(file, annotation, method) : null;
      return field === null || field === undefined ? [] : [offerOf(file, annotation, field)];
    }),
  }),
});

interface Field {
  root: string;
  name: string;
}

function fieldOf(file: FrameworkOutline, annotation: AnnotationFact, method: SymbolFact): Field | null {
  if (file.language === "python") return pythonField(file, annotation, method);
  const root = Object.hasOwn(BY_NAME, annotation.name) ? BY_NAME[annotation.name] : undefined;
  if (root === undefined || method.kind === "class") return null;
  const named = pathsGiven(annotation.arguments, 0, "name", "field", "value").find((name) => name !== "");
  return { root, name: named ?? method.name };
}

/** Strawberry: fields of the class `Query`; Ariadne: `@query.field("user")`. */
function pythonField(
  { symbols }: FrameworkOutline,
  { name, receiver, arguments: given }: AnnotationFact,
  method: SymbolFact,
): Field | null {
  const owner = symbols[method.parent]?.name.toLowerCase() ?? "";
  if (receiver === "strawberry" || ["mutation", "subscription"].includes(name)) {
    const root = ["query", "mutation", "subscription"].find((one) => owner.endsWith(one));
    const isField = name === "field" || name === "mutation" || name === "subscription";
    return root && isField
      ? { root, name: pathsGiven(given, -1, "name")[0] ?? camelCased(method.name) }
      : null;
  }
  const root = /(query|mutation|subscription)$/i.exec(receiver ?? "")?.[1]?.toLowerCase();
  const field = pathsGiven(given, 0)[0];
  return name === "field" && root !== undefined && field !== undefined ? { root, name: field } : null;
}

function camelCased(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function offerOf(file: FrameworkFile, { symbol, span }: AnnotationFact, { root, name }: Field): Contract {
  const handle = handleOfSymbol(file, symbol);
  return {
    kind: "graphql",
    key: `${root} ${name}`,
    place: { handle, span },
    tier: "resolved",
    implementation: handle,
    details: { framework: "graphql" },
  };
}
