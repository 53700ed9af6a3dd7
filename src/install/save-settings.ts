/** Puts settings into a JSON file of settings, keeping the rest of it. */
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { SETTINGS, type SettingName } from "../settings/table.ts";
import { decodeConfig, readConfigFile, writeConfigFile } from "./config-file.ts";
import { addJsonEntry, findJsonEntry, replaceJsonEntry } from "./edit-json.ts";
import { INSTALL_ERRORS } from "./errors.ts";
import { describingFile } from "./server-entry.ts";

/** By flat names. */
type SettingValues = Partial<Record<SettingName, unknown>>;

export interface SettingsChange {
  path: string;
  before: string | null;
  after: string;
  write: () => void;
}

/** `inside`: the folder that the file must not leave. Null when the file says all of it already. */
export function planSettings(
  path: string,
  values: SettingValues,
  inside: string | null,
): SettingsChange | null {
  const file = readConfigFile(path, inside);
  const decoded = file.bytes === null ? { mark: "", text: "" } : decodeConfig(file.bytes);
  if (decoded === null) {
    throw new AppError("INSTALL_FILE_MALFORMED", `${displayPath(path)} is not UTF-8`, {
      hint: INSTALL_ERRORS.INSTALL_FILE_MALFORMED,
    });
  }
  const after = describingFile(path, () => withValues(decoded.text, values));
  if (after === decoded.text) return null;
  const before = file.bytes === null ? null : decoded.mark + decoded.text;
  const whole = decoded.mark + after;
  return { path, before, after: whole, write: () => writeConfigFile(file, whole) };
}

/** A setting stays where the file has it, in its section or under its flat name; both would contradict each other. */
function placeOf(text: string, name: SettingName): { parents: string[]; key: string } {
  const parents = SETTINGS[name].path.split(".");
  const key = parents.pop()!;
  const isInSection = findJsonEntry(text, [], name) === undefined && hasEntry(text, parents, key);
  return isInSection ? { parents, key } : { parents: [], key: name };
}

function hasEntry(text: string, [section, ...inner]: readonly string[], key: string): boolean {
  let found: unknown = findJsonEntry(text, [], section!)?.value.value;
  for (const name of [...inner, key]) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, name)) return false;
    found = (found as Record<string, unknown>)[name];
  }
  return true;
}

function withValues(text: string, values: SettingValues): string {
  let edited = text;
  for (const [name, value] of Object.entries(values) as [SettingName, unknown][]) {
    const { parents, key } = placeOf(edited, name);
    const known = findJsonEntry(edited, parents, key);
    if (known === undefined) edited = addJsonEntry(edited, parents, key, value).text;
    else if (JSON.stringify(known.value.value) !== JSON.stringify(value))
      edited = replaceJsonEntry(edited, parents, key, value);
  }
  return edited;
}
