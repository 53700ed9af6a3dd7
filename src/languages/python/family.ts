import { defineFamily } from "../family.ts";
import { PYTHON_RULES } from "./modules.ts";
import { PYTHON_PROJECT } from "./read-config.ts";
import { PYTHON_STRUCTURAL } from "./structural.ts";

export const PYTHON_FAMILY = defineFamily({
  id: "python",
  modules: PYTHON_RULES,
  structural: PYTHON_STRUCTURAL,
  configs: [PYTHON_PROJECT],
  selfNames: ["self", "cls"],
  superNames: ["super()", "super"],
  isOftenUntyped: true,
  selfMakers: new Set(["cls"]),
  hasDescriptors: true,
  quotesTypes: true,
  hasBracketGenerics: true,
  callOperator: "__call__",
  hasUnionTypes: true,
  transparentTypes: new Set([
    "Optional",
    "Annotated",
    "Type",
    "type",
    "Awaitable",
    "Coroutine",
    "ClassVar",
    "Final",
  ]),
});
