import { defineLanguage } from "../contract.ts";
import { tripleAndSingle } from "../literal-syntax.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "graphql",
  label: "GraphQL",
  extensions: [".graphql", ".gql", ".graphqls"],
  grammar: "graphql",
  query,
  literals: {
    strings: tripleAndSingle([]),
    lineComments: ["#"],
    blockComments: [],
    joins: [],
  },
  role: "code",
  scopeOf: () => "exported",
});
