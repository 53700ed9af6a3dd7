import { defineFamily } from "../family.ts";
import { RUBY_RULES } from "./modules.ts";

export const RUBY_FAMILY = defineFamily({
  id: "ruby",
  modules: RUBY_RULES,
  hasImplicitThis: true,
  selfNames: ["self", "self.class"],
  hasGlobalNames: true,
  hasOpenTypes: true,
  typesAreNamespaces: true,
  newMakesInstance: true,
  isOftenUntyped: true,
});
