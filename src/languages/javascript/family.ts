import { defineFamily } from "../family.ts";
import { PACKAGE_JSON } from "./modules/read-package.ts";
import { TSCONFIG } from "./modules/read-tsconfig.ts";
import { JS_RULES } from "./modules/rules.ts";

/** JavaScript, TypeScript, and what embeds them. */
export const JS_FAMILY = defineFamily({
  id: "js",
  modules: JS_RULES,
  configs: [PACKAGE_JSON, TSCONFIG],
  selfNames: ["this"],
  seesNestedTypes: false,
  hasBarrels: true,
  isOftenUntyped: true,
  hasUnionTypes: true,
  hasIndexedTypes: true,
  hasTypeQueries: true,
  injectors: new Set(["inject"]),
  transparentTypes: new Set([
    "Promise",
    "Readonly",
    "Partial",
    "Required",
    "NonNullable",
    "Awaited",
    "Pick",
    "Omit",
    "DeepPartial",
    "PromiseLike",
    "Ref",
    "Type",
    "ForwardReference",
    "InstanceType",
    "Mocked",
  ]),
});
