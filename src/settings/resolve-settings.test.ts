import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AppError } from "../core/errors.ts";
import { parseValue } from "./parse-value.ts";
import { PRESETS, STORE_PRESETS } from "./presets.ts";
import { readEnvironment } from "./read-environment.ts";
import { readFileLayer } from "./read-file-layer.ts";
import { resolveSettings } from "./resolve-settings.ts";
import type { SettingRow } from "./setting-row.ts";
import { SETTINGS } from "./table.ts";

const file = (text: string) => readFileLayer("config.json", text, false);
const user = (values: unknown) => file(JSON.stringify(values));
const repository = (values: unknown) => readFileLayer(".clew.json", JSON.stringify(values), true);
const environment = (env: NodeJS.ProcessEnv, repositories: string[] = []) =>
  readEnvironment(env, { repositories });
const resolve = (...layers: ReturnType<typeof file>[]) => resolveSettings(layers).settings;

function refusalOf(
  ...layers: ReturnType<typeof file>[]
): Pick<AppError, "code" | "message" | "hint" | "details"> {
  try {
    resolveSettings(layers);
  } catch (error) {
    return error as AppError;
  }
  throw new Error("nothing was refused");
}

test("later layers win and lists are split on commas", () => {
  const settings = resolve(
    user({ budget: 2000, exclude: ["a/**"] }),
    environment({ CLEW_BUDGET: "3000", CLEW_EXCLUDE: "b/**, c/**" }),
  );
  expect(settings.budget).toBe(3000);
  expect(settings.exclude).toEqual(["b/**", "c/**"]);
});

test("a section means the same as the flat name, in every layer", () => {
  const flat = resolve(user({ budget: 2000, embeddings: "off", indexGenerated: true }));
  expect(
    resolve(
      user({ retrieval: { budget: 2000 }, embedding: { provider: "off" }, indexing: { generated: true } }),
    ),
  ).toEqual(flat);
  expect(
    resolve(
      user({ retrieval: { budget: 9000 } }),
      repository({ indexing: { exclude: ["x/**"] } }),
      environment({ CLEW_BUDGET: "500" }),
    ),
  ).toMatchObject({ budget: 500, exclude: ["x/**"] });
});

test("repositories and scopes keep their names, and the environment reaches into them", () => {
  const layer = user({
    repositories: { "My.Shop": { path: "~/shop" }, guides: { path: "/g", type: "documentation" } },
    scopes: { store: ["My.Shop", "guides"] },
  });
  const env = {
    CLEW_REPOSITORIES_MY_SHOP_PRIORITY: "2",
    CLEW_REPOSITORIES_NEW_ONE_PATH: "/new",
    CLEW_SCOPES_STORE: "guides",
  };
  const { repositories, scopes } = resolve(layer, environment(env, ["My.Shop", "guides"]));
  expect(repositories).toEqual({
    "My.Shop": { path: join(homedir(), "shop"), type: "detected", priority: 2 },
    guides: { path: "/g", type: "documentation", priority: 0 },
    "new-one": { path: "/new", type: "detected", priority: 0 },
  });
  expect(scopes).toEqual({ store: ["guides"] });
});

test.each([
  ["an unknown name", { nope: 1 }, /^nope in config.json is not a setting$/, /Known are include/],
  ["a mistyped name", { budgte: 1 }, /^budgte in/, /Did you mean budget\?$/],
  ["a mistyped section", { retreival: { budget: 1000 } }, /^retreival in/, /Did you mean retrieval\?$/],
  [
    "a mistyped name in a section",
    { retrieval: { bugdet: 1 } },
    /^retrieval.bugdet in/,
    /Did you mean budget\?$/,
  ],
  [
    "a setting of another section",
    { indexing: { budget: 1000 } },
    /^indexing.budget in/,
    /Did you mean retrieval.budget\?$/,
  ],
  [
    "a mistyped name below a name",
    { repositories: { shop: { paht: "/x" } } },
    /^repositories.shop.paht in/,
    /Did you mean path\?$/,
  ],
  ["a name of every object", { constructor: 1 }, /^constructor in config.json is not a setting/, /Known are/],
  [
    "a number out of range",
    { budget: 1 },
    /^budget in config.json is 1$/,
    /Expected: a number from 100 to 1000000\.$/,
  ],
  ["a wrong type", { include: 7 }, /^include in config.json is 7$/, /Expected: a list of globs/],
  ["a boolean that is none", { indexGenerated: "maybe" }, /^indexGenerated in/, /Expected: true or false/],
  [
    "a glob that leads out",
    { exclude: ["../x"] },
    /^exclude in config.json is \["..\/x"\]/,
    /relative to the root/,
  ],
  ["a section that is none", { retrieval: 7 }, /^retrieval in config.json is 7$/, /Expected: an object with/],
  [
    "a choice that is none",
    { repositories: { a: { type: "huge" } } },
    /^repositories.a.type in config.json is "huge"/,
    /one of detected/,
  ],
  [
    "a relative folder",
    { repositories: { a: { path: "code" } } },
    /^repositories.a.path in/,
    /absolute path/,
  ],
  [
    "a name that cannot be typed",
    { repositories: { "a b": {} } },
    /^"repositories.a b" in config.json is no name/,
    /letters, digits/,
  ],
  [
    "members that are no list",
    { scopes: { a: 1 } },
    /^scopes.a in config.json is 1$/,
    /names of repositories/,
  ],
  [
    "a setting set twice",
    { budget: 1000, retrieval: { budget: 2000 } },
    /^retrieval.budget in config.json is set by budget, too$/,
    /Keep one/,
  ],
])("%s is refused with its place and what to do", (_, values, message, hint) => {
  const refusal = refusalOf(user(values));
  expect(refusal.code).toBe("CONFIG_INVALID");
  expect(refusal.message).toMatch(message);
  expect(refusal.hint).toMatch(hint);
});

test("one name cannot be a repository and a scope", () => {
  const both = user({ repositories: { shop: { path: "/s" } }, scopes: { shop: [] } });
  expect(refusalOf(both).message).toBe("shop is the name of a repository and of a scope");
});

test.each([
  ['{\n  "budget": 1000,\n  "x": }\n', /^config.json is not valid JSON: line 3, not a value$/],
  ['{ "budget": 1', /^config.json is not valid JSON: line 1, /],
  ["[]", /^config.json must hold a JSON object$/],
  ["", /^config.json is not valid JSON$/],
])("broken JSON %j is refused by line", (text, message) => {
  expect(refusalOf(file(text)).message).toMatch(message);
});

test("what the environment gets wrong is told by the variable", () => {
  expect(refusalOf(environment({ CLEW_BUDGET: "many" })).message).toBe(
    'CLEW_BUDGET in environment is "many"',
  );
  const unknown = refusalOf(environment({ CLEW_REPOSITORIES_SHOP_PTH: "/x" }));
  expect(unknown.message).toBe("CLEW_REPOSITORIES_SHOP_PTH in environment is not a setting");
  expect(unknown.hint).toContain("CLEW_REPOSITORIES_<NAME>_PATH");
});

test("everything that is wrong is named, the first in the message", () => {
  const { message, details } = refusalOf(user({ nope: 1, budget: 1 }));
  expect(message).toContain("nope");
  expect(details.also).toEqual([expect.stringMatching(/^budget in config.json is 1; expected: a number/)]);
});

test.each([
  ["broken JSON", '{ "exclude": [', /^\.clew\.json is not valid JSON: line 1, .* and is ignored/],
  [
    "a wrong type",
    '{ "exclude": 7 }',
    /^exclude in .clew.json is 7 and is ignored; expected: a list of globs/,
  ],
  [
    "an unknown key",
    '{ "exlude": [] }',
    /^exlude in .clew.json is not a setting and is ignored; did you mean exclude\?/,
  ],
  ["a value out of range", '{ "exclude": ["/etc"] }', /^exclude in .clew.json is \["\/etc"\] and is ignored/],
  [
    "a key that is not for repositories",
    '{ "maxFileBytes": 5000 }',
    /^maxFileBytes in .clew.json cannot be set by a repository/,
  ],
  [
    "a section that is not for repositories",
    '{ "scopes": { "a": [] } }',
    /^scopes.a in .clew.json cannot be set by a repository/,
  ],
])("%s in a repository's file costs that setting alone", (_, text, message) => {
  const { settings, problems } = resolveSettings([
    user({ budget: 2000 }),
    readFileLayer(".clew.json", text, true),
  ]);
  expect(problems).toEqual([{ code: "CONFIG_IGNORED", message: expect.stringMatching(message) }]);
  expect(settings).toEqual(resolve(user({ budget: 2000 })));
});

test("what fits beside a fault of a repository's file counts", () => {
  const { settings, problems } = resolveSettings([repository({ include: ["src/**"], budget: 7, what: 1 })]);
  expect(settings.include).toEqual(["src/**"]);
  expect(problems).toHaveLength(2);
});

test("keys and values of a repository's file are cut where they are quoted", () => {
  const { problems } = resolveSettings([
    repository({ ["ignore all ".repeat(100)]: 1, exclude: ["/x".repeat(500)] }),
  ]);
  for (const { message } of problems) expect(message.length).toBeLessThan(1_200);
});

test.each(Object.entries(SETTINGS as Record<string, SettingRow>))(
  "a repository may set %s only when the table says so",
  (name, row) => {
    const [first, ...keys] = row.path.replace("*", "some").split(".").reverse();
    const nested = keys.reduce<unknown>((value, key) => ({ [key]: value }), { [first!]: row.default });
    for (const values of name.includes("*") ? [nested] : [nested, { [name]: row.default }]) {
      const { problems } = resolveSettings([repository(values)]);
      const refused = problems.filter(({ message }) => message.includes("cannot be set by a repository"));
      expect(refused).toHaveLength(row.repositoryMaySet ? 0 : 1);
    }
  },
);

test("a store that nobody built is refused with those that are known, and no repository chooses one", () => {
  const refused = refusalOf(user({ stores: { records: "oracle" } }));
  expect(refused.code).toBe("CONFIG_INVALID");
  expect(refused.message).toBe('stores.records in config.json is "oracle"');
  expect(refused.hint).toContain("Expected: one of sqlite, postgres.");
  expect(refusalOf(user({ stores: { record: "sqlite" } })).hint).toContain("Did you mean records?");
  const { settings, problems } = resolveSettings([repository({ stores: { records: "sqlite" } })]);
  expect(settings.recordStore).toBe("sqlite");
  expect(problems[0]!.message).toContain("cannot be set by a repository");
});

test("a preset stands in the place of defaults and under all that is set by itself", () => {
  expect(resolve(user({ preset: "accuracy" }))).toMatchObject({ similarity: 0.75, maxFiles: 15 });
  const settings = resolve(
    user({ retrieval: { preset: "speed", candidates: 50 } }),
    environment({ CLEW_SIMILARITY: "0.2" }),
  );
  expect(settings).toMatchObject({ ...PRESETS.speed, candidates: 50, similarity: 0.2 });
  expect(resolve(user({ preset: "none" }))).toEqual(resolve());
});

test("all stores are chosen by one name, and one that is set by itself stands over it", () => {
  expect(resolve(user({ stores: { preset: "postgres" } }))).toMatchObject(STORE_PRESETS.postgres);
  expect(resolve(user({ stores: { preset: "local" } }))).toMatchObject(STORE_PRESETS.local);
  const given = { stores: { preset: "postgres", vectors: "records" } };
  expect(resolve(user(given))).toMatchObject({ recordStore: "postgres", vectorStore: "records" });
});

test("every value of a preset is a setting that takes it", () => {
  const rows: Record<string, SettingRow> = SETTINGS;
  for (const preset of Object.values({ ...PRESETS, ...STORE_PRESETS }))
    for (const [name, value] of Object.entries(preset))
      expect(parseValue(rows[name]!, value), name).toEqual({ ok: true, value });
});
