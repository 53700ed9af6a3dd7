import { defineFamily } from "../family.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

export const SWIFT_FAMILY = defineFamily({
  id: "swift",
  modules: namedPackageRules("swift", { seesOuterNamespaces: false, seesRoot: true }),
  hasImplicitThis: true,
  hasDistinctOverloads: true,
  selfNames: ["self", "Self"],
  hasGlobalNames: true,
  hasOpenTypes: true,
  hasOutsideMembers: true,
  receiverExtends: true,
  transparentTypes: new Set(["Optional"]),
});
