/** Settings of retrieval, and presets over them: each one changes what an answer holds. */
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";

const scratch = new TempFolder("clew-retrieval-settings");
afterAll(() => scratch.remove());

/** Long enough for its likeness to be seen; the word makes two of them differ a little. */
const orbit = (word: string) => `export function computeOrbit(radius: number, mass: number) {
  const gravity = 6.674e-11;
  const circumference = 2 * Math.PI * radius;
  const velocity = Math.sqrt((gravity * mass) / radius);
  const period = circumference / velocity;
  if (!Number.isFinite(period)) throw new Error("radius and mass must be positive");
  const ${word} = -(gravity * mass) / (2 * radius);
  return { circumference, velocity, period, ${word} };
}
`;
const tree = scratch.folder("tree").repository({
  "src/orbit.ts": orbit("energy"),
  "src/again.ts": orbit("effort"),
  "src/sign-in.ts":
    "/** Checks the password of a user at login. */\nexport function signIn(user: string) {\n  return user;\n}\n",
  "src/second-step.ts":
    "/** Two factor sign in, 2fs for short. */\nexport function check2fs(code: string) {\n  return code;\n}\n",
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `src/chain/part${at}.ts`,
      `import { part${at + 1} } from "./part${at + 1}.ts";\n/** A wheel of the machine. */\nexport const part${at} = () => part${at + 1};\n`,
    ]),
  ),
  "src/chain/part0.ts":
    'import { join } from "node:path";\nimport { part1 } from "./part1.ts";\n/** A wheel of the machine. */\nexport const part0 = () => join("part", part1());\n',
  "src/chain/part30.ts": "export const part30 = 1;\n",
});

async function ask(env: Record<string, string>, name: string, args: Record<string, unknown>) {
  const engine = await openEngine({
    home: scratch.join("home"),
    env: { PATH: process.env.PATH, CLEW_CONFIG: scratch.join("none.json"), ...env },
  });
  try {
    const tool = ALL_TOOLS.find((one) => one.name === name)!;
    const call = { engine, root: tree.path, signal: new AbortController().signal };
    return (await answerTool(tool, call, parseInput(tool, { ...args, format: "json" }))).data();
  } finally {
    await engine.close();
  }
}

type Item = { section: string; similarTo?: string };
const wheel = { query: "wheel of the machine", explain: true };
const count = (list: unknown) => (list as unknown[]).length;
const bodies = (items: unknown) => (items as Item[]).filter(({ section }) => section === "primary");
const folded = (items: unknown) => bodies(items).filter(({ similarTo }) => similarTo !== undefined);
const candidates = (answer: Record<string, unknown>) => (answer.trace as { candidates: number }).candidates;

test("files and bodies of an answer", async () => {
  const { query } = wheel;
  const four = { CLEW_MAX_FILES: "4" };
  expect(count((await ask({}, "search", { query })).results)).toBe(10);
  expect(count((await ask(four, "search", { query })).results)).toBe(4);
  expect(count((await ask(four, "search", { query, limit: 6 })).results)).toBe(6);
  const task = { task: "wheel of the machine" };
  expect(bodies((await ask({}, "context", task)).items).length).toBeGreaterThan(2);
  expect(bodies((await ask({ CLEW_MAX_SNIPPETS: "2" }, "context", task)).items)).toHaveLength(2);
});

test("likeness from which on code is shown once", async () => {
  const task = { task: "computeOrbit radius mass" };
  expect(folded((await ask({ CLEW_NEAR_DUPLICATE: "0.4" }, "context", task)).items)).toHaveLength(1);
  expect(folded((await ask({ CLEW_NEAR_DUPLICATE: "1" }, "context", task)).items)).toHaveLength(0);
});

test("levels of imports, alone and by a preset", async () => {
  const file = { file_path: "src/chain/part0.ts", include_callers: false, include_callees: false };
  expect(count((await ask({}, "get_file_context", file)).imports)).toBe(3);
  expect(count((await ask({ CLEW_IMPORT_DEPTH: "2" }, "get_file_context", file)).imports)).toBe(2);
  expect(count((await ask({ CLEW_PRESET: "speed" }, "get_file_context", file)).imports)).toBe(1);
  const over = { CLEW_PRESET: "speed", CLEW_IMPORT_DEPTH: "5" };
  expect(count((await ask(over, "get_file_context", file)).imports)).toBe(5);
});

test("files that are looked at closely", async () => {
  const off = { CLEW_EMBEDDINGS: "off" };
  expect(candidates(await ask(off, "search", wheel))).toBeGreaterThanOrEqual(30);
  expect(candidates(await ask({ ...off, CLEW_CANDIDATES: "10" }, "search", wheel))).toBeLessThan(30);
});

test("closeness that brings a file in by its meaning alone", async () => {
  const query = { query: "authentication credentials", explain: true };
  const near = candidates(await ask({}, "search", query));
  const exact = candidates(await ask({ CLEW_SIMILARITY: "1" }, "search", query));
  expect(exact).toBeLessThan(near);
  const asked = { query: query.query, similarity_threshold: 1 };
  expect(count((await ask({}, "search_codebase", asked)).files)).toBeLessThan(
    count((await ask({}, "search_codebase", { query: query.query })).files),
  );
});

test("short forms that the repository writes for words of the question, told and switched off", async () => {
  const short = { query: "two factor sign in", explain: true };
  const forms = (answer: Record<string, unknown>) =>
    (answer.trace as { terms: { term: string; standsFor?: string }[] }).terms.filter(
      ({ standsFor }) => standsFor,
    );
  expect(forms(await ask({}, "search", short))).toMatchObject([
    { term: "2fs", standsFor: "two factor sign" },
  ]);
  expect(forms(await ask({ CLEW_SHORT_FORMS: "false" }, "search", short))).toEqual([]);
});

test("imports of the best file one by one, with depth and what nobody has indexed", async () => {
  const { imports } = await ask({}, "search_codebase", { query: "part0 wheel of the machine path:part0.ts" });
  expect(imports).toMatchObject([
    { path: "src/chain/part1.ts", from: "src/chain/part0.ts", depth: 1, isExternal: false },
    { path: "src/chain/part2.ts", from: "src/chain/part1.ts", depth: 2, isTruncated: false },
    { path: "src/chain/part3.ts", from: "src/chain/part2.ts", depth: 3, isTruncated: true },
    { path: "node:path", from: "src/chain/part0.ts", depth: 1, isExternal: true },
  ]);
});
