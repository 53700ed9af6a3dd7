/** The rules by which the scan and the workers read files: the same for both, so that both decide alike. */
import { DEFAULT_LIMITS } from "../languages/contract.ts";
import { detectLanguage, languageById } from "../languages/detect.ts";
import type { ReadRules } from "./read-source.ts";

export interface SourceRuleOptions {
  /** Replaces the limit of every language that has none of its own. */
  maxBytes?: number;
  includeGenerated?: boolean;
  /** 0: however long. */
  maxLines?: number;
}

export function sourceRules({ maxBytes, includeGenerated, maxLines }: SourceRuleOptions): ReadRules {
  return {
    maxLines: maxLines ?? 0,
    includeGenerated: includeGenerated ?? false,
    maxBytes: (language) => languageById(language)?.limits?.maxBytes ?? maxBytes ?? DEFAULT_LIMITS.maxBytes,
    detectLanguage: (path, firstBytes) =>
      detectLanguage(path, firstBytes === undefined ? "" : firstLineOf(firstBytes))?.id ?? null,
  };
}

/** Only a `#!` line is looked at, so most files cost two comparisons. */
function firstLineOf(bytes: Uint8Array): string {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return "";
  return Buffer.from(bytes).toString("latin1").split("\n", 1)[0]!;
}
