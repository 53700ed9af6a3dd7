/** Uses in templates are uses, names are taken at their word, and what is counted is listed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import traceTool from "../../src/tools/trace.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-templates-"));
let engine: Engine;
let made = 0;

beforeAll(async () => {
  engine = await openEngine({ home: join(scratch, "home") });
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function ask(files: Record<string, string>, input: Record<string, unknown>): Promise<string> {
  const root = join(scratch, `tree-${made++}`);
  for (const [path, text] of Object.entries(files)) writeTreeFile(root, path, text);
  await engine.update(root);
  const call = { engine, root, signal: new AbortController().signal };
  return (await answerTool(traceTool, call, parseInput(traceTool, input))).text;
}

const FORMAT = "export function format(a: string) { return a; }\n";

test("a call in an attribute that Vue evaluates is listed, a word in a plain one is text", async () => {
  const text = await ask(
    {
      "format.ts": FORMAT,
      "Card.vue":
        '<template>\n  <b :title="format(name)" class="format">format</b>\n</template>\n<script setup lang="ts">\nimport { format } from "./format";\n</script>\n',
    },
    { symbol: "format" },
  );
  expect(text).toMatch(
    /^complete: 1 caller of format · rg -w format: 6 places, all read: 1 call, 1 import, 1 declaration, 3 in /,
  );
  expect(text).toContain("Card.vue:2");
});

test("what a Svelte store holds may be anything", async () => {
  const text = await ask(
    {
      "data.ts": "export class Table { refresh() {} }\n",
      "Pane.svelte":
        "<script>\n  export let table;\n</script>\n<button on:click={() => $table.refresh()}>refresh</button>\n",
    },
    { symbol: "Table.refresh" },
  );
  expect(text).toMatch(/^not proven: 0 callers/);
  expect(text).toContain("undecided, receiver of unknown type:\nPane.svelte:4");
});

test("a template of another language is undecided where it is evaluated", async () => {
  const text = await ask(
    {
      "shop.py": "class Quota:\n    def availability(self):\n        return 1\n",
      "item.html": "<p>availability</p>{% if quota.availability %}<b class='availability'>x</b>{% endif %}\n",
      "style.scss": ".availability { color: red; }\n",
    },
    { symbol: "Quota.availability" },
  );
  expect(text).toContain("1 undecided, 3 in comments");
  expect(text).toContain("item.html:1");
});

test("a path before the name means that file alone", async () => {
  const files = {
    "a.ts": "export class A { open() {} }\n",
    "b.ts": "export class B { open() {} }\n",
  };
  expect(await ask(files, { symbol: "b.ts#open" })).toContain("0 callers of B.open");
});

test("a function that is handed on is listed below its callers", async () => {
  const text = await ask(
    {
      "format.ts": FORMAT,
      "use.ts": 'import { format } from "./format";\nexport const all = ["a"].map(format);\n',
    },
    { symbol: "format" },
  );
  expect(text).toContain("as a value, not called:\nuse.ts:2 all");
});

test("one symbol of the product beside those of tests is meant", async () => {
  const text = await ask(
    { "format.ts": FORMAT, "tests/format.test.ts": "function format() {}\nformat();\n" },
    { symbol: "format" },
  );
  expect(text).toContain("0 callers of format");
  expect(text).toContain("the name stands in tests, too: tests/format.test.ts");
});

test("of several symbols of a name those with a chain between them are meant", async () => {
  const files = {
    "a.ts": 'import { save } from "./store";\nexport function send() { save(); }\n',
    "b.ts": "export function send() {}\n",
    "store.ts": "export function save() {}\n",
  };
  expect(await ask(files, { symbol: "send", path_to: "save" })).toMatch(/^1 step from send to save/);
  expect(await ask(files, { symbol: "save", path_to: "send" })).toMatch(
    /^no chain of uses from save \(1 symbol\) to send \(2 symbols\)/,
  );
});

test.each([
  ["Svelte", "svelte", "<script>\n  import { Card } from './index';\n</script>\n<Card />\n<Card />\n", "4,5"],
  [
    "Vue",
    "vue",
    "<template>\n  <Card />\n</template>\n<script setup>\nimport { Card } from './index';\n</script>\n",
    "2",
  ],
  ["Astro", "astro", "---\nimport { Card } from './index';\n---\n<Card />\n", "4"],
])(
  "a component of %s is asked for by its name, through a file that passes it on",
  async (_, ending, page, lines) => {
    const text = await ask(
      {
        [`Card.${ending}`]: "<b>card</b>\n",
        "index.ts": `export { default as Card } from "./Card.${ending}";\n`,
        [`Page.${ending}`]: page,
        "other.ts": "export const card = 1;\n",
      },
      { symbol: "Card" },
    );
    expect(text).toMatch(new RegExp(`^complete: 1 caller of Card\\.${ending}`));
    expect(text).toContain(`Page.${ending}:${lines}`);
  },
);
