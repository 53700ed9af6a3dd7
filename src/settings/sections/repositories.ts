/** Repositories and scopes that the user names. */
import type { SettingRow } from "../setting-row.ts";

export const REPOSITORIES = {
  "repositories.*.path": {
    path: "repositories.*.path",
    type: "folder",
    default: "",
    env: "CLEW_REPOSITORIES_<NAME>_PATH",
    repositoryMaySet: false,
    doc: "Folder of the repository with this name; without one, an indexed repository of that name is meant.",
  },
  "repositories.*.type": {
    path: "repositories.*.type",
    type: "choice",
    default: "detected",
    choices: ["detected", "monolithic", "microservice", "monorepo", "library", "reference", "documentation"],
    env: "CLEW_REPOSITORIES_<NAME>_TYPE",
    repositoryMaySet: false,
    doc: "What kind of repository it is; `detected` tells it from its files. Where several are asked, `library` counts 0.8, `reference` 0.6 (5 files at most) and `documentation` 0.5 (3 files) of the others, unless `priority` says otherwise; the last two are left out of questions to all repositories unless asked for.",
  },
  "repositories.*.priority": {
    path: "repositories.*.priority",
    type: "number",
    default: 0,
    min: 0,
    max: 10,
    env: "CLEW_REPOSITORIES_<NAME>_PRIORITY",
    repositoryMaySet: false,
    doc: "Weight of its files where several repositories are asked, 1 for the same as others; 0 takes the weight of its type.",
  },
  "scopes.*": {
    path: "scopes.*",
    type: "names",
    default: [],
    env: "CLEW_SCOPES_<NAME>",
    repositoryMaySet: false,
    doc: "Names of repositories that are asked together under this name.",
  },
} as const satisfies Record<string, SettingRow>;
