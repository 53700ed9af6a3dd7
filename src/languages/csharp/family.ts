import { defineFamily } from "../family.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

export const CSHARP_FAMILY = defineFamily({
  id: "csharp",
  modules: namedPackageRules("csharp", { seesOuterNamespaces: true, seesRoot: true, hasGlobalImports: true }),
  hasImplicitThis: true,
  hasDistinctOverloads: true,
  selfNames: ["this"],
  superNames: ["base"],
  hasGlobalNames: true,
  hasOpenTypes: true,
  hasOutsideMembers: true,
  receiverExtends: true,
  transparentTypes: new Set(["Task", "ValueTask", "Lazy", "Nullable"]),
});
