/** Which backend keeps the records, by the user's settings. */
import { AppError } from "../core/errors.ts";
import type { SETTINGS_ERRORS } from "../settings/errors.ts";
import { loadUserSettings } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { SETTINGS } from "../settings/table.ts";

/**
 * The default when the settings cannot be read: `clew doctor` must open to say what is wrong, and everything else reads
 * the same settings again and refuses.
 */
export function chosenRecordStore(env: NodeJS.ProcessEnv): Settings["recordStore"] {
  try {
    return loadUserSettings(env).recordStore;
  } catch (error) {
    const isBroken =
      error instanceof AppError && error.code === ("CONFIG_INVALID" satisfies keyof typeof SETTINGS_ERRORS);
    if (!isBroken) throw error;
    return SETTINGS.recordStore.default;
  }
}
