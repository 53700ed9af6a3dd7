/**
 * Every setting, defined once in the file of its section: the config files, the CLEW_* environment, `clew doctor` and
 * docs/configuration.md are all read from this table. A row's name is its flat spelling (`budget`), its path the one with
 * sections (`retrieval.budget`); both mean the same. `*` stands for a name that the user gives.
 */
import { COMPILERS } from "./sections/compilers.ts";
import { EMBEDDING } from "./sections/embedding.ts";
import { INDEXING } from "./sections/indexing.ts";
import { LOGS } from "./sections/logs.ts";
import { REPOSITORIES } from "./sections/repositories.ts";
import { RETRIEVAL } from "./sections/retrieval.ts";
import { SERVING } from "./sections/serving.ts";
import { STORES } from "./sections/stores.ts";

export const SETTINGS = {
  ...INDEXING,
  ...RETRIEVAL,
  ...EMBEDDING,
  ...COMPILERS,
  ...SERVING,
  ...STORES,
  ...LOGS,
  ...REPOSITORIES,
} as const;

export type SettingName = keyof typeof SETTINGS;
