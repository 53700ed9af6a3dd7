import { defineFamily } from "../family.ts";
import { C_RULES } from "./modules.ts";

/** C and C++. */
export const C_FAMILY = defineFamily({
  id: "c",
  modules: C_RULES,
  hasImplicitThis: true,
  hasDistinctOverloads: true,
  selfNames: ["this", "(*this)"],
  superNames: [],
  hasGlobalNames: true,
  hasOpenTypes: true,
  definesMembersElsewhere: true,
  hasOutsideMembers: true,
  transparentTypes: new Set(["unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper"]),
  transparentEnding: /(?:Ptr|_ptr|Pointer|_pointer|_refptr)$/,
});
