import { EXTERNAL, UNKNOWN } from "../entities.ts";
import type { Family } from "../families.ts";
import { JS_RULES } from "./js.ts";
import type { ModuleRules } from "./rules.ts";

const NO_RULES: ModuleRules = {
  imported: () => EXTERNAL,
  ambient: () => UNKNOWN,
  moduleMember: () => EXTERNAL,
  importedFiles: () => [],
};

const RULES: Partial<Record<Family, ModuleRules>> = { js: JS_RULES };

export function moduleRulesOf(family: Family): ModuleRules {
  return RULES[family] ?? NO_RULES;
}
