/** What an answer of `context` tells about itself, what it leaves out on request, and how it changes with what is asked. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import contextTool from "../../src/tools/context.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-structure-"));
const root = join(scratch, "tree");
let engine: Engine;

beforeAll(async () => {
  writeTreeFile(
    root,
    "src/invoice.ts",
    'import { rateFor } from "./rates.ts";\nexport function invoiceTotal(net: number) {\n  return net * rateFor("invoice");\n}\nexport function invoiceNumber() {\n  return 7;\n}\n',
  );
  writeTreeFile(root, "src/rates.ts", "export function rateFor(kind: string) {\n  return kind.length;\n}\n");
  writeTreeFile(
    root,
    "src/mail.ts",
    'import { invoiceTotal } from "./invoice.ts";\nexport function mailInvoice() {\n  return invoiceTotal(3);\n}\n',
  );
  const lines = Array.from(
    { length: 60 },
    (_, at) => `  const line${at} = "ledger entry ${at} of the book";`,
  );
  for (let file = 0; file < 60; file++)
    writeTreeFile(
      root,
      `src/book/page-${file}.ts`,
      `export function ledgerPage${file}() {\n${lines.join("\n").replaceAll("line", `line${file}x`)}\n}\n`,
    );
  engine = await openEngine({ home: join(scratch, "home") });
  await engine.update(root);
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

interface ToldItem {
  section: string;
  path: string;
  startLine: number;
  endLine: number;
  symbol: string;
  score: number;
}

interface Told {
  strategy: string;
  candidates: number;
  tokens: number;
  budget: number;
  warnings: unknown[];
  items: ToldItem[];
}

async function ask(input: Record<string, unknown>) {
  const call = { engine, root, signal: new AbortController().signal };
  const { text, data } = await answerTool(contextTool, call, parseInput(contextTool, input));
  return { text, data: data() as unknown as Told };
}

describe("an answer of context", () => {
  test("tells in JSON how it came about", async () => {
    const { data } = await ask({ task: "how is the total of an invoice made", format: "json" });
    expect(data).toMatchObject({
      query: "how is the total of an invoice made",
      strategy: "words and meaning, then what the bodies use",
      classification: { kind: "question", intent: "understand" },
      certainty: { level: expect.any(String) },
      warnings: [],
      metadata: { deduplicated: 0 },
    });
    expect(data.candidates).toBeGreaterThan(0);
    expect(data.tokens).toBeLessThanOrEqual(data.budget);
    const { items } = data;
    const body = items.find((item) => item.section === "primary" && item.path === "src/invoice.ts");
    expect(body).toMatchObject({ language: "typescript", isTruncated: false });
    expect(body?.score).toEqual(expect.any(Number));
  });

  test("names words that no file holds", async () => {
    const { data } = await ask({ task: "total of the zzqx invoice", format: "json" });
    expect(data.warnings).toEqual([
      {
        type: "unknown-words",
        severity: "info",
        message: "no file holds zzqx",
        suggestion: "other words for the same may find more",
      },
    ]);
  });

  test("looks both ways when the question is to trace, and says so", async () => {
    const { data } = await ask({ task: "trace who calls invoiceTotal and what it reaches", format: "json" });
    expect(data.strategy).toBe("words and meaning, then links both ways");
  });

  test("does not repeat what was seen: a file, lines or a symbol as answers call them", async () => {
    const task = "invoiceTotal of the invoice";
    const { data } = await ask({ task, format: "json" });
    const { items } = data;
    const body = items.find(({ section, path }) => section === "primary" && path === "src/invoice.ts")!;
    expect((await ask({ task })).text).toContain("net * rateFor");
    const { path, startLine, endLine, symbol } = body;
    for (const place of [path, `${path}:${startLine}-${endLine}`, `${path}#${symbol}`]) {
      const { text } = await ask({ task, seen: [place] });
      expect(text).not.toContain("net * rateFor");
      expect(text).toContain("src/mail.ts");
    }
  });

  test("says that it is large from 50,000 tokens on", async () => {
    const { text, data } = await ask({ task: "ledger entry of the book", max_tokens: 80_000 });
    expect(text).toMatch(/^info: the answer has \d+ tokens, more than 50000; ask with a smaller budget/m);
    expect(data.warnings).toHaveLength(1);
    expect((await ask({ task: "ledger entry of the book" })).text).not.toContain("more than 50000");
  });
});
