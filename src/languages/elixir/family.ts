import { defineFamily } from "../family.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

export const ELIXIR_FAMILY = defineFamily({
  id: "elixir",
  modules: namedPackageRules("elixir", {
    seesOuterNamespaces: false,
    seesRoot: true,
    definesNamespaces: true,
  }),
  selfNames: ["__MODULE__"],
  superNames: [],
  hasGlobalNames: true,
  hasOpenTypes: true,
});
