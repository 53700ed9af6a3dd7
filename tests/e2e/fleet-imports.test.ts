/** Imports and uses that lead from one repository into another, and what is said where they are not followed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { MAX_FOREIGN_FILES } from "../../src/engine/foreign-uses.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

import { answerTool } from "../../src/tools/answer-tool.ts";
import { chooseRepositories } from "../../src/tools/choose-repositories.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { takeScope } from "../../src/tools/scope-input.ts";

const scratch = new TempFolder("clew-fleet-imports");
const json = JSON.stringify;
const USERS = MAX_FOREIGN_FILES + 3;

scratch.folder("core").repository({
  "package.json": json({
    name: "@shop/core",
    version: "3.1.0",
    exports: { ".": "./src/index.ts", "./money": "./src/money/round.ts" },
  }),
  "src/index.ts": 'export * from "./price.ts";\n',
  "src/price.ts":
    'import { roundMoney } from "./money/round.ts";\nimport "./price.css";\nexport const priceOf = (cents: number) => roundMoney(cents);\n',
  "src/price.css": ".price { color: red; }\n",
  "src/money/round.ts":
    'import { LIMIT } from "../limit.ts";\nexport const roundMoney = (cents: number) => Math.min(LIMIT, cents);\n',
  "src/limit.ts":
    'import type { priceOf } from "./price.ts";\nexport const LIMIT = 9;\nexport type Of = typeof priceOf;\n',
});
const web = scratch.folder("web").repository({
  "package.json": json({ name: "web", dependencies: { "@shop/core": "^2.0.0" } }),
  "src/cart.ts":
    'import { priceOf } from "@shop/core";\nimport { roundMoney } from "@shop/core/money";\nimport { label } from "./label.ts";\nexport function cartTotal(cents: number): string {\n  return label(roundMoney(priceOf(cents)));\n}\n',
  "src/label.ts": "export const label = (cents: number) => String(cents);\n",
  ...Object.fromEntries(
    Array.from({ length: USERS }, (_, at) => [
      `src/many/page${at}.ts`,
      `import { priceOf } from "@shop/core";\nexport const page${at} = () => priceOf(${at});\n`,
    ]),
  ),
});

const engine = await openEngine({ home: scratch.join("home"), env: { PATH: process.env.PATH } });

beforeAll(async () => {
  for (const name of ["core", "web"])
    await engine.update(await engine.resolveRoot(scratch.join(name), { isExact: true }));
});
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function ask(name: string, args: Record<string, unknown>) {
  const tool = ALL_TOOLS.find((one) => one.name === name)!;
  const { asked, input } = takeScope(tool, args);
  const from = async () => web.path;
  const chosen = (await chooseRepositories(engine, tool, asked, from)) ?? { root: web.path };
  const signal = new AbortController().signal;
  return answerTool(tool, { engine, signal, ...chosen }, parseInput(tool, input));
}

describe("an import chain", () => {
  const CHAIN = [
    "  → src/label.ts",
    "  → core:src/index.ts",
    "    → core:src/price.ts",
    "      → core:src/money/round.ts (+1 more)",
    "      ⇥ core:src/price.css (css, not followed)",
    "  → core:src/money/round.ts",
    "    → core:src/limit.ts",
    "      → core:src/price.ts (above)",
    "  → core:src/price.ts (above)",
  ];

  test("goes into a repository that is depended on, by its exports and what they pass on", async () => {
    const { data } = await ask("get_file_context", {
      file_path: "web:src/cart.ts",
      repo: ["web", "core"],
      format: "json",
    });
    expect(data().imports).toEqual(CHAIN);
  });

  test("marks cycles and cuts there as at home, and stops at another language", async () => {
    const { data } = await ask("get_file_context", {
      file_path: "src/price.ts",
      repo: "core",
      format: "json",
    });
    expect(data().imports).toEqual([
      "  → src/money/round.ts",
      "    → src/limit.ts",
      "      → src/price.ts (cycle)",
      "  ⇥ src/price.css (css, not followed)",
    ]);
  });

  test("is part of what a search of a boundary shows, and versions that differ are said", async () => {
    const { text } = await ask("search_codebase", { query: "cartTotal", start_repo: "web", max_files: 3 });
    expect(text).toContain("imports in web:\nsrc/cart.ts\n  → src/label.ts\n  → core:src/index.ts\n");
    expect(text).toContain("depended on at depth 1: core (package @shop/core)\n");
    expect(text).toContain("web asks core for ^2.0.0, 3.1.0 is indexed");
  });

  test("stays in the repository that is asked alone", async () => {
    const { data } = await ask("get_file_context", { file_path: "src/cart.ts", format: "json" });
    expect(data().imports).toEqual(["  → src/label.ts"]);
  });
});

test("files of a user beyond the bound are counted in the answer, not passed over", async () => {
  const { text, data } = await ask("trace", { symbol: "core:priceOf", repo: ["core", "web"], limit: 500 });
  expect(text).toContain("4 more files of web with the name were not looked into");
  expect(data().unread).toEqual([{ repository: "web", files: 4 }]);
  const short = await ask("trace", { symbol: "core:roundMoney", repo: ["core", "web"] });
  expect(short.text).not.toContain("looked into");
});

describe("what is typed into a question", () => {
  test("narrows a scope of all, for tools of either kind", async () => {
    const names = async (tool: string, args: Record<string, unknown>) => {
      const answer = (await ask(tool, { ...args, format: "json" })).data();
      return (answer.repositories as { repository: string }[] | undefined)?.map(
        ({ repository }) => repository,
      );
    };
    const all = { query: "priceOf", scope: "global" };
    const one = { query: "repo:core priceOf", scope: "global" };
    for (const tool of ["search", "search_codebase"]) {
      expect(await names(tool, all)).toEqual(["core", "web"]);
      expect(await names(tool, one)).toBeUndefined();
      expect(await names(tool, { query: "repo:core repo:web priceOf" })).toEqual(["core", "web"]);
    }
  });

  test("is one package where it names one", async () => {
    const { data } = await ask("search_codebase", { query: "package:@shop/core priceOf", format: "json" });
    expect(data().files).toContain("src/price.ts");
  });
});
