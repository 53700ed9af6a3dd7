import { defineFamily } from "../family.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

/** Java, Kotlin, Scala, Groovy. */
export const JVM_FAMILY = defineFamily({
  id: "jvm",
  modules: namedPackageRules("jvm", { seesOuterNamespaces: false, seesRoot: false, companion: "Companion" }),
  hasImplicitThis: true,
  hasDistinctOverloads: true,
  selfNames: ["this"],
  hasGlobalNames: true,
  hasOutsideMembers: true,
  receiverExtends: true,
  hasBracketGenerics: true,
  selfMakers: new Set(["this"]),
  variableHidesMethod: (language) => language !== "java",
  injectors: new Set(["getBean", "getInstance", "mock", "spy"]),
  transparentTypes: new Set(["Provider", "Lazy", "StateFlow", "Option"]),
});
