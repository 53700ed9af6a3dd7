// docs/configuration.md, from the table of settings.
import { join } from "node:path";
import { GENERATED_NOTE, readTables } from "./read-table.mjs";

export function configurationDoc(src) {
  const settings = readTables(join(src, "engine/settings.ts")).SETTINGS;
  const rows = Object.entries(settings).map(([name, one]) => {
    const range =
      one.type === "number"
        ? `${one.min} to ${one.max}`
        : one.type === "choice"
          ? one.choices.map((choice) => `\`${choice}\``).join(", ")
          : one.type;
    return `| \`${name}\` | \`${one.env}\` | ${range} | \`${JSON.stringify(one.default)}\` | ${one.repositoryMaySet ? "yes" : "no"} | ${one.doc} |`;
  });
  return [
    "# Configuration",
    "",
    GENERATED_NOTE,
    "",
    "Settings come from, in rising order: defaults, your own file (`~/.config/clew/config.json`, or the file that",
    "`CLEW_CONFIG` names), `.clew.json` in the root of a repository, `CLEW_*` environment variables. A repository's file may",
    "set only what narrows or orders its own content. Both files hold one JSON object. Lists in the environment are separated",
    "by commas. `CLEW_HOME` chooses the folder that holds all indexes; `clew doctor` shows what is in force.",
    "",
    "| setting | environment | value | default | settable by a repository | meaning |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
