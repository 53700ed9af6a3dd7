import { defineFamily } from "../family.ts";
import { GO_RULES } from "./modules.ts";
import { GO_MOD } from "./read-mod.ts";

export const GO_FAMILY = defineFamily({
  id: "go",
  modules: GO_RULES,
  configs: [GO_MOD],
  selfNames: [],
  superNames: [],
  hasGlobalNames: true,
  packageIsFolder: true,
  hasOpenTypes: true,
  hasBracketGenerics: true,
});
