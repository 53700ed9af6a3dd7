import { defineFamily } from "../family.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

const DELEGATE = /^(?:System\.)?(?:Func|Action|Predicate|\w*(?:Delegate|Handler|Callback))\b/;

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
  // What holds no delegate cannot be called.
  variableHidesMethod: (_language, type) => type === undefined || DELEGATE.test(type),
  transparentTypes: new Set(["Task", "ValueTask", "Lazy", "Nullable"]),
});
