import { languageById } from "./detect.ts";
import { type LanguageFamily, NO_FAMILY } from "./family.ts";
import type { LinkConfig } from "./modules/contract.ts";
import { LANGUAGES } from "./registry.gen.ts";

const FAMILIES: ReadonlyMap<string, LanguageFamily> = new Map(
  LANGUAGES.flatMap(({ family }) => (family ? [[family.id, family] as const] : [])),
);

/** Every kind of configuration file that some family's imports depend on. */
export const LINK_CONFIGS: readonly LinkConfig[] = [...FAMILIES.values()].flatMap(({ configs }) => configs);

/** The family of a language by its id. */
export function familyOf(language: string): LanguageFamily {
  return languageById(language)?.family ?? NO_FAMILY;
}

/** A family by its own id. */
export function familyNamed(id: string): LanguageFamily {
  return FAMILIES.get(id) ?? NO_FAMILY;
}
