/** Puts settings into a JSON file of settings, keeping the rest of it. */
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { decodeConfig, readConfigFile, writeConfigFile } from "./config-file.ts";
import { addJsonEntry, findJsonEntry, replaceJsonEntry } from "./edit-json.ts";
import { INSTALL_ERRORS } from "./errors.ts";
import { describingFile } from "./server-entry.ts";

/** `inside`: the folder that the file must not leave. Returns whether anything had to be written. */
export function saveSettings(path: string, values: Record<string, unknown>, inside: string | null): boolean {
  const file = readConfigFile(path, inside);
  const decoded = file.bytes === null ? { mark: "", text: "" } : decodeConfig(file.bytes);
  if (decoded === null) {
    throw new AppError("INSTALL_FILE_MALFORMED", `${displayPath(path)} is not UTF-8`, {
      hint: INSTALL_ERRORS.INSTALL_FILE_MALFORMED,
    });
  }
  const after = describingFile(path, () => withValues(decoded.text, values));
  if (after === decoded.text) return false;
  writeConfigFile(file, decoded.mark + after);
  return true;
}

function withValues(text: string, values: Record<string, unknown>): string {
  let edited = text;
  for (const [name, value] of Object.entries(values)) {
    const known = findJsonEntry(edited, [], name);
    if (known === undefined) edited = addJsonEntry(edited, [], name, value).text;
    else if (JSON.stringify(known.value.value) !== JSON.stringify(value))
      edited = replaceJsonEntry(edited, [], name, value);
  }
  return edited;
}
