// docs/configuration.md, from the table of settings.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GENERATED_NOTE, readTables } from "./read-table.mjs";

const WORDS = {
  boolean: "true or false",
  string: "text",
  folder: "absolute path, or from `~/`",
  globs: "list of globs",
  names: "list of names",
  packages: "list of names of packages",
};

function valuesOf(row) {
  if (row.type === "number") return `${row.min} to ${row.max}`;
  return row.type === "choice" ? row.choices.map((one) => `\`${one}\``).join(", ") : WORDS[row.type];
}

const SECTIONS = {
  indexing: "What is read, and how much it may cost.",
  retrieval: "How questions are answered.",
  embedding: "Vectors for search by meaning; see embeddings.md.",
  summary: "The line on what a file is for.",
  compilers: "Links of compiler grade, and the processes that make them.",
  serving: "Processes that stay: `clew mcp` and `clew serve`.",
  stores: "Where indexes are kept.",
  logs: "What is kept of what happens; see logs.md.",
  repositories: "Repositories under names of yours. `<name>` is letters, digits, `.`, `_` and `-`.",
  scopes: "Repositories that are asked together.",
};

function sectionDoc(section, rows) {
  const isNamed = rows[0][0].includes("*");
  const head = isNamed
    ? ["| setting | environment | value | default | meaning |", "|---|---|---|---|---|"]
    : [
        "| setting | flat name | environment | value | default | settable by a repository | meaning |",
        "|---|---|---|---|---|---|---|",
      ];
  const lines = rows.map(([name, row]) => {
    const path = row.path.replace("*", "<name>");
    const flat = isNamed ? [] : [`\`${name}\``];
    const settable = isNamed ? [] : [row.repositoryMaySet ? "yes" : "no"];
    const cells = [
      `\`${path}\``,
      ...flat,
      `\`${row.env}\``,
      valuesOf(row),
      `\`${JSON.stringify(row.default)}\``,
      ...settable,
      row.doc,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [`## ${section}`, "", SECTIONS[section], "", ...head, ...lines, ""];
}

const PRESETS_MEASURED = [
  "Measured on 119 labelled questions to six repositories of 17 to 215 files (`bench/retrieval.mjs`): both find a right file among",
  "ten for every question, as the defaults do, and have it first as often (0.874). NDCG@10 is 0.926 with either and 0.928 by default,",
  "because `similarity` leaves out what meaning alone brings in. A question takes 8.2 ms of CPU at the median with `speed`, 8.9 by",
  "default, 9.6 with `accuracy`. So `speed` is for many questions with small answers, and `accuracy` for larger answers without files",
  "that are only a little alike; it does not rank better than the defaults.",
].join("\n");

function presetDoc(setting, presets, settings, measured = []) {
  const names = Object.keys(presets);
  const rows = [...new Set(names.flatMap((name) => Object.keys(presets[name])))];
  return [
    `\`${setting}\` sets these at once. What you set by itself stands over it.`,
    "",
    ...measured,
    `| setting | default | ${names.map((name) => `\`${name}\``).join(" | ")} |`,
    `|---|---|${names.map(() => "---").join("|")}|`,
    ...rows.map((row) => {
      const values = [settings[row].default, ...names.map((name) => presets[name][row] ?? "as by default")];
      return `| \`${settings[row].path}\` | ${values.join(" | ")} |`;
    }),
    "",
  ];
}

/** Of all sections, in the order in which the table puts them. */
function readSettings(src) {
  const folder = join(src, "settings/sections");
  const sections = Object.assign({}, ...readdirSync(folder).map((file) => readTables(join(folder, file))));
  const table = readFileSync(join(src, "settings/table.ts"), "utf8");
  const order = [...table.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name]) => name);
  return Object.assign({}, ...order.map((name) => sections[name]));
}

export function configurationDoc(src) {
  const { PRESETS, STORE_PRESETS } = readTables(join(src, "settings/presets.ts"));
  const settings = readSettings(src);
  const rows = Object.entries(settings);
  const sections = [...new Set(rows.map(([, row]) => row.path.split(".")[0]))];
  for (const section of sections)
    if (!SECTIONS[section])
      throw new Error(`generate: scripts/generate/configuration.mjs says nothing of ${section}`);
  return [
    "# Configuration",
    "",
    GENERATED_NOTE,
    "",
    "Settings come from, in rising order: defaults, your own file (`~/.config/clew/config.json`, or the file that",
    "`CLEW_CONFIG` names), `.clew.json` in the root of a repository, `CLEW_*` environment variables. `CLEW_HOME` chooses the",
    "folder that holds all indexes; `clew doctor` shows what is in force.",
    "",
    "Both files hold one JSON object. A setting stands in its section or under its flat name, which means the same:",
    "",
    "```json",
    "{",
    '  "retrieval": { "budget": 6000 },',
    '  "maxFileBytes": 500000,',
    '  "repositories": {',
    '    "shop": { "path": "~/code/shop" },',
    '    "guides": { "path": "/srv/guides", "type": "documentation" }',
    "  },",
    '  "scopes": { "store": ["shop", "guides"] }',
    "}",
    "```",
    "",
    "In the environment a setting is called `CLEW_` and its flat name, or else its path, in capitals with `_` between words. A",
    "name of yours is part of it: `CLEW_REPOSITORIES_SHOP_PATH` is the path of `shop`, `CLEW_SCOPES_STORE=shop,guides` the scope",
    "`store`; `_` in it stands for any character but letters and digits, and for `-` when no file gives such a name. Lists are",
    "separated by commas.",
    "",
    "What is wrong in your own file or the environment is an error that names the place and what was expected. A repository's",
    "file may set only what narrows or orders its own content; what it asks for beyond that, and what does not fit, counts as",
    "absent: `clew index`, `clew status` and `clew doctor` warn of it, and answers carry a line about it.",
    "",
    ...sections.flatMap((section) =>
      sectionDoc(
        section,
        rows.filter(([, row]) => row.path.split(".")[0] === section),
      ),
    ),
    "## Presets",
    "",
    ...presetDoc(settings.preset.path, PRESETS, settings, [PRESETS_MEASURED, ""]),
    ...presetDoc(settings.storePreset.path, STORE_PRESETS, settings),
  ].join("\n");
}
