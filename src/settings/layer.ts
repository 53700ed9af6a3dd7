/** One source of settings: what it sets, and what in it does not fit. */
import type { SettingNode } from "./schema.ts";

export interface Assignment {
  node: SettingNode;
  /** Of the row, with the user's names in place of `*`. */
  path: readonly string[];
  raw: unknown;
  /** As the source spells it. */
  spelled: string;
}

export interface Fault {
  /** Key as the source spells it; null: the source as a whole. */
  spelled: string | null;
  /** `is 7`, `is not a setting`. */
  what: string;
  /** What to do about it. */
  fix: string;
}

export interface SettingsLayer {
  /** For messages: a file, or `environment`. */
  source: string;
  /** A file inside a repository: it may not set everything, and its faults refuse nothing. */
  isRepository: boolean;
  assignments: readonly Assignment[];
  faults: readonly Fault[];
}

const MAX_QUOTED = 40;

/** A value for a message. Files may hold anything, so it is cut. */
export function quoteValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text;
}
