/** Settings in force, one after the other, for people and programs. */
import type { SettingRow } from "./setting-row.ts";
import type { Settings } from "./settings.ts";
import { SETTINGS } from "./table.ts";

export interface ListedSetting {
  name: string;
  /** Where it stands in a file with sections. */
  path: string;
  value: unknown;
  isDefault: boolean;
  env: string;
}

export function listSettings(settings: Settings): ListedSetting[] {
  return Object.entries(SETTINGS as Record<string, SettingRow>).flatMap(([name, row]) =>
    name.includes("*")
      ? listNamed(row, settings)
      : [listed(name, row, row.path, settingValue(settings, name))],
  );
}

function listNamed(row: SettingRow, settings: Settings): ListedSetting[] {
  const [section, , key] = row.path.split(".");
  const entries = Object.entries(settingValue(settings, section!) as Record<string, unknown>);
  return entries.map(([name, entry]) => {
    const path = row.path.replace("*", name);
    return listed(path, row, path, key === undefined ? entry : (entry as Record<string, unknown>)[key]);
  });
}

function settingValue(settings: Settings, name: string): unknown {
  return (settings as unknown as Record<string, unknown>)[name];
}

function listed(name: string, row: SettingRow, path: string, value: unknown): ListedSetting {
  const isDefault = JSON.stringify(value) === JSON.stringify(row.default);
  return { name, path, value, isDefault, env: row.env };
}
