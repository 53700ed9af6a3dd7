import { defineFamily } from "../family.ts";
import { GO_RULES } from "./modules.ts";
import { GO_MOD } from "./read-mod.ts";
import { GO_STRUCTURAL } from "./structural.ts";

export const GO_FAMILY = defineFamily({
  id: "go",
  modules: GO_RULES,
  structural: GO_STRUCTURAL,
  configs: [GO_MOD],
  selfNames: [],
  superNames: [],
  hasGlobalNames: true,
  packageIsFolder: true,
  hasOpenTypes: true,
  hasBracketGenerics: true,
  hasMultipleResults: true,
  hasBuildVariants: true,
});
