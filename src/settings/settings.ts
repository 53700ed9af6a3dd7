/** What the rest of clew reads: every setting under its flat name, and what users name themselves as records. */
import type { SettingRow, ValueOf } from "./setting-row.ts";
import type { SETTINGS } from "./table.ts";

type Rows = typeof SETTINGS;
type Value<Name extends keyof Rows> = Rows[Name] extends SettingRow ? ValueOf<Rows[Name]> : never;
type FlatName = Exclude<keyof Rows, `${string}.${string}`>;

export interface RepositorySettings {
  /** Empty: an indexed repository of this name is meant. */
  path: string;
  type: Value<"repositories.*.type">;
  /** 0: that of its type. */
  priority: number;
}

export interface NamedSettings {
  repositories: Readonly<Record<string, RepositorySettings>>;
  /** Each with the names of its repositories. */
  scopes: Readonly<Record<string, readonly string[]>>;
}

export type Settings = { -readonly [Name in FlatName]: Value<Name> } & NamedSettings;
