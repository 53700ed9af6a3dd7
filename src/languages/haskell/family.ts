import { defineFamily } from "../family.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

export const HASKELL_FAMILY = defineFamily({
  id: "haskell",
  modules: namedPackageRules("haskell", { seesOuterNamespaces: false, seesRoot: false }),
  selfNames: [],
  superNames: [],
  hasGlobalNames: true,
  hasOpenTypes: true,
});
