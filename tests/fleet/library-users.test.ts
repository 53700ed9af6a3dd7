/** Who uses a library, asked from several repositories: users before its own tests, and the name that others import. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { chooseRepositories } from "../../src/tools/choose-repositories.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { takeScope } from "../../src/tools/scope-input.ts";

const OWN_TESTS = 12;

const LIBRARY = {
  "package.json": JSON.stringify({ name: "quill", version: "3.1.0", main: "src/index.ts" }),
  "src/index.ts": 'export * from "./tag.ts";\nexport * from "./query.ts";\n',
  "src/tag.ts": "export function quote(parts: readonly string[]): string {\n  return parts.join();\n}\n",
  "src/query.ts": "export interface Query {\n  quote: string;\n  text: string;\n}\n",
  "src/format.ts":
    'import { quote } from "./tag.ts";\nexport function format(): string {\n  return quote(["b"]);\n}\n',
  "examples/show.ts":
    'import { quote } from "../src/tag.ts";\nexport function show(): string {\n  return quote(["c"]);\n}\n',
  "examples/run.ts":
    'import { show } from "./show.ts";\nexport function run(): string {\n  return show();\n}\n',
  "src/dialect.ts": "export interface Dialect {\n  quote: string;\n}\n",
  ...Object.fromEntries(
    Array.from({ length: OWN_TESTS }, (_, at) => [
      `test/quote${at}.test.ts`,
      `import { quote } from "../src/tag.ts";\nexport function checks${at}() {\n  return quote(["a"]);\n}\n`,
    ]),
  ),
};
const USER = {
  "package.json": JSON.stringify({ name: "desk", dependencies: { quill: "^2.0.0" } }),
  "src/letter.ts":
    'import { quote } from "quill";\nexport function letter(): string {\n  return quote(["dear"]);\n}\n',
  "tests/letter.ts":
    'import { quote } from "quill";\nexport function checksLetter(): string {\n  return quote(["dear"]);\n}\n',
};

const scratch = new TempFolder("clew-library-users");
const engine = await openEngine({ home: scratch.join("home"), env: { PATH: process.env.PATH } });

beforeAll(async () => {
  const others = ["one", "two"].map((name) => [name, { "src/a.ts": `export const ${name} = 1;\n` }] as const);
  for (const [name, files] of [["quill", LIBRARY] as const, ["desk", USER] as const, ...others]) {
    scratch.folder(name).repository(files);
    await engine.update(await engine.resolveRoot(scratch.join(name), { isExact: true }));
  }
}, 120_000);
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function ask(name: string, args: Record<string, unknown>) {
  const tool = ALL_TOOLS.find((one) => one.name === name)!;
  const { asked, input } = takeScope(tool, args);
  const chosen = await chooseRepositories(engine, tool, asked, async () => scratch.join("desk"));
  const signal = new AbortController().signal;
  return answerTool(tool, { engine, signal, ...chosen! }, parseInput(tool, input));
}

interface Rows {
  rows: { handle: string }[];
}

test("its own tests do not take the place of those who use it", async () => {
  const symbol = "quill:src/tag.ts#quote";
  const { data } = await ask("trace", { symbol, scope: "global", limit: 5, format: "json" });
  const handles = (data() as unknown as Rows).rows.map(({ handle }) => handle);
  expect(handles.slice(0, 2)).toEqual(["quill:src/format.ts#format", "desk:src/letter.ts#letter"]);
  expect(handles).toHaveLength(5);
  const { text } = await ask("trace", { symbol, scope: "global" });
  expect(text).toContain("desk:src/letter.ts:3 letter");
  expect(text).toContain(`tests, not listed: ${OWN_TESTS + 1} sites in ${OWN_TESTS + 1} files`);
});

test("levels below a user of the library itself stay with it", async () => {
  const symbol = "quill:src/tag.ts#quote";
  const { data } = await ask("trace", { symbol, scope: "global", depth: 2, format: "json" });
  const { rows } = data() as unknown as { rows: { handle: string; parent: number }[] };
  const run = rows.find(({ handle }) => handle === "quill:examples/run.ts#run")!;
  expect(rows[run.parent]!.handle).toBe("quill:examples/show.ts#show");
});

test("a name of the library means what others import by it; the others of the name are said", async () => {
  const { text } = await ask("trace", { symbol: "quill:quote", scope: "global" });
  expect(text).toContain("desk:src/letter.ts:3 letter");
  expect(text).toContain(
    "quill:src/tag.ts#quote is what other repositories import; the name stands also in: quill:src/dialect.ts, quill:src/query.ts",
  );
  const alone = await ask("trace", { symbol: "quote", repo: "quill" });
  expect(alone.text).toContain("3 symbols named quote");
});

test("what follows a question to all is asked of all again", async () => {
  const { text } = await ask("symbol", { name: "checks1", scope: "global" });
  expect(text).toContain("--scope global");
  expect(text).not.toContain("--repo");
});

test("many repositories are named once for each generation, versions only where both are shown", async () => {
  const found = await ask("trace", { symbol: "quill:src/tag.ts#quote", scope: "global" });
  expect(found.text.split("\n")[0]).toMatch(/ · generation 1: desk, one, quill, two; fresh$/);
  expect(found.text).toContain("desk asks quill for ^2.0.0, 3.1.0 is indexed");
  const other = await ask("symbol", { name: "one:src/a.ts#one", scope: "global" });
  expect(other.text).not.toContain("is indexed");
});
