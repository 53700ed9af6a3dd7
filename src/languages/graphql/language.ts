import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "graphql",
  label: "GraphQL",
  extensions: [".graphql", ".gql", ".graphqls"],
  grammar: "graphql",
  query,
  role: "code",
  scopeOf: () => "exported",
});
