/** Promises of every answer: scores account for themselves, budgets hold, equal questions give equal bytes, nothing throws. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { context, renderContextExplanation, renderExplanation, renderSearch, search, type SearchableView } from "../../src/retrieval/index.ts";
import { openInlineView, readRepository } from "./inline-view.ts";

let view: SearchableView;
beforeAll(async () => {
  view = await openInlineView(readRepository("shop"));
});

const TASKS = [
  "OrderService",
  "how does placing an order work",
  "fix(payments): refund is charged twice",
  "Checkout fails\n\n```\nError: bad postal code\n    at validateAddress (src/orders/address-validator.ts:6:52)\n```\nSteps to reproduce: place an order with a coupon and an address without a city, then cancel it again.",
];

describe("scores", () => {
  it.each(TASKS)("contributions add up to the score: %j", async (task) => {
    const { hits } = await search(view, task);
    expect(hits.length).toBeGreaterThan(3);
    for (const hit of hits) {
      const sum = hit.contributions.reduce((total, one) => total + one.points, 0);
      expect(Math.abs(sum - hit.score)).toBeLessThan(1e-9);
      for (const one of hit.contributions) expect(one.points).toBe(one.value * one.weight + one.correction);
    }
    expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).sort((a, b) => b - a));
  });

  it.each(TASKS)("an explanation gives rank and reason of every proposal: %j", async (task) => {
    const answer = await search(view, task, { explain: true });
    const proposals = answer.trace.channels.flatMap(({ name, proposals }) => proposals.map((one) => ({ name, ...one })));
    expect(proposals.length).toBeGreaterThan(5);
    for (const { reason, rank, path, value } of proposals) {
      expect(reason).toMatch(/\S \S/);
      expect(reason).not.toMatch(/ $/);
      expect(renderExplanation(answer)).toContain(`${rank}. ${path} ${value.toFixed(3)} — ${reason}`);
    }
  });

  it("reasons say what was found and where", async () => {
    const reasonOf = async (task: string, channel: string, path: string) =>
      (await search(view, task, { explain: true })).trace.channels.find(({ name }) => name === channel)?.proposals.find((one) => one.path === path)?.reason;
    expect(await reasonOf("OrderService.placeOrder", "exact function name", "src/orders/order-service.ts")).toBe("defines OrderService.placeOrder, OrderService");
    expect(await reasonOf("session loading from cookies", "paths", "src/http/middleware/cookies.ts")).toBe("the path holds cookies");
    expect(await reasonOf("postal code of an address", "passages (BM25)", "src/orders/address-validator.ts")).toMatch(/^lines \d+-\d+ hold .*postal/);
    expect(await reasonOf("crash in src/utils/retry.ts:3", "paths mentioned", "src/utils/retry.ts")).toMatch(/^named in the query/);
    expect(await reasonOf("what happens when an order is placed", "linked with strong matches", "src/orders/discount-rules.ts")).toContain("src/orders/order-service.ts");
  });

  it("what the limit, and what a filter of kinds left out, is told with the reason", async () => {
    const cut = (await search(view, "order", { limit: 1 })).trace.cut;
    expect(cut.length).toBeGreaterThan(0);
    for (const one of cut) expect(one.reason).toBe("below the limit");
    const kinds = (await search(view, "order kind:interface")).trace.cut;
    expect(kinds.map(({ reason }) => reason)).toContain("defines nothing of the kind interface that matches");
  });

  it("an explanation names the kind, the channels and every hit", async () => {
    const answer = await search(view, "how does placing an order work");
    const text = renderExplanation(answer);
    expect(text).toContain("kind question");
    expect(text).toContain("passages (BM25)");
    for (const hit of answer.hits) expect(text).toContain(hit.path);
  });

  it("the same query gives the same bytes, from another index of the same files too", async () => {
    const other = await openInlineView(new Map([...readRepository("shop")].reverse()));
    for (const task of TASKS) {
      const first = await context(view, task);
      expect((await context(other, task)).text).toBe(first.text);
      expect(renderSearch(await search(other, task), "text")).toBe(renderSearch(await search(view, task), "text"));
    }
  });
});

describe("history and links", () => {
  const aged = (ages: Record<string, number>, version = "1"): SearchableView => ({
    ...view,
    ages: { version, read: async () => new Map(Object.entries(ages)) },
  });
  const pointsOf = async (from: SearchableView, query: string, path: string) =>
    Object.fromEntries((await search(from, query)).hits.find((hit) => hit.path === path)!.contributions.map((one) => [one.feature, one.points]));

  it("a file that changed lately gains a little, and much when the query asks for it", async () => {
    const path = "src/orders/address-validator.ts";
    const changed = aged({ [path]: 0, "src/orders/order-service.ts": 100 });
    const plain = await pointsOf(changed, "how is the address of an order checked", path);
    expect(plain.recency).toBe(0.15);
    expect(plain.recencyAsked).toBeUndefined();
    const asked = await pointsOf(changed, "recent changes to how orders are checked", path);
    expect(asked.recencyAsked).toBe(2.5);
    const older = await pointsOf(changed, "recent changes to how orders are checked", "src/orders/order-service.ts");
    expect(older.recencyAsked).toBe(2.5 / 4);
    expect((await pointsOf(view, "recent changes to how orders are checked", path)).recencyAsked).toBeUndefined();
  });

  it("another history is another answer, the same one the same bytes", async () => {
    const query = "orders that broke recently";
    const text = async (from: SearchableView) => renderExplanation(await search(from, query));
    expect(await text(aged({ "src/orders/discount-rules.ts": 0 }, "a"))).not.toBe(await text(aged({}, "b")));
    expect(await text(aged({ "src/orders/discount-rules.ts": 0 }, "a"))).toBe(await text(aged({ "src/orders/discount-rules.ts": 0 }, "a2")));
  });

  it("history that cannot be read is told, and asked for again", async () => {
    let reads = 0;
    const late: SearchableView = { ...view, ages: { version: "late", read: async (problems) => { problems.push("history: late"); reads++; return null; } } };
    expect(renderExplanation(await search(late, "order totals"))).toContain("not asked: history: late");
    await search(late, "order totals");
    expect(reads).toBe(2);
  });

  it("counts the files that point into a file", async () => {
    const counts = await view.index.inboundCounts(view.reader);
    const of = (path: string) => counts[view.index.corpus.fileByPath.get(path)!]!;
    expect(of("src/utils/logger.ts")).toBeGreaterThan(of("src/orders/order-service.ts"));
    expect(of("tests/order-service.test.ts")).toBe(0);
  });
});

describe("filters", () => {
  it("a language, a path, a kind and tests are restricted as asked", async () => {
    const paths = async (query: string) => (await search(view, query)).hits.map((hit) => hit.path);
    expect((await paths("orders lang:typescript")).every((path) => path.endsWith(".ts"))).toBe(true);
    expect((await paths("orders path:src/payments")).every((path) => path.startsWith("src/payments"))).toBe(true);
    expect(await paths("order service")).toContain("tests/order-service.test.ts");
    expect(await paths("order service -test")).not.toContain("tests/order-service.test.ts");
    const classes = await search(view, "order pool gateway kind:class");
    expect(classes.hits.length).toBeGreaterThan(0);
    for (const hit of classes.hits) for (const span of hit.spans) expect(span.kind).toBe("class");
  });
});

describe("context", () => {
  it.each([0, 1, 3, 7, 12, 40, 100, 333, 1_000, 2_000, 4_000, 50_000])("a budget of %i is never exceeded", async (budget) => {
    for (const task of TASKS) {
      for (const format of ["text", "markdown"] as const) {
        const answer = await context(view, task, { budget, format });
        expect(answer.tokens).toBe(countTokens(answer.text));
        expect(answer.tokens).toBeLessThanOrEqual(budget);
        if (budget >= 12) expect(answer.items.length).toBeGreaterThan(0);
      }
    }
  });

  it("shows bodies with numbered lines first, then a map of what is not read and what the bodies lean on", async () => {
    const answer = await context(view, "what happens when an order is placed", { budget: 2_000 });
    expect(answer.text.indexOf("== Read ==")).toBe(0);
    expect(answer.text.indexOf("== Map ==")).toBeGreaterThan(0);
    expect(answer.text).toMatch(/\n--- src\/orders\/order-service\.ts:\d+-\d+ .*\n(?:.*\n)*?\d+\| .*placeOrder/);
    const sections = answer.items.map((item) => item.section);
    expect(sections).toContain("primary");
    expect(sections).toContain("supporting");
    expect(answer.files[0]).toBe("src/orders/order-service.ts");
  });

  it("a body that does not fit keeps its declaration and says what was cut", async () => {
    const body = Array.from({ length: 400 }, (_, at) => `  total += step${at}(total);`).join("\n");
    const long = await openInlineView(new Map([["src/long.ts", `export function accumulate(total: number) {\n${body}\n}\n`]]));
    const answer = await context(long, "accumulate", { budget: 600 });
    expect(answer.tokens).toBeLessThanOrEqual(600);
    expect(answer.items.some((item) => item.isTruncated)).toBe(true);
    expect(answer.text).toContain("1| export function accumulate(total: number) {");
    expect(answer.text).toMatch(/… \d+-\d+ cut …/);
  });

  it("the line that the question names, and those that hold its words, are never cut", async () => {
    const body = Array.from({ length: 400 }, (_, at) => `  total += step${at}(total);`);
    body[300] = "  if (total > creditLimit) return refuse(total);";
    const long = await openInlineView(new Map([["src/long.ts", `export function accumulate(total: number) {\n${body.join("\n")}\n}\n`]]));
    expect((await context(long, "accumulate stops at src/long.ts:222", { budget: 400 })).text).toContain("222|   total += step220(total);");
    expect((await context(long, "why does accumulate refuse above the credit limit", { budget: 400 })).text).toContain("302|   if (total > creditLimit)");
  });

  it("near-duplicates are folded into a reference", async () => {
    const body = readRepository("shop").get("src/db/connection-pool.ts")!;
    const twins = await openInlineView(new Map([["src/a/pool.ts", body], ["src/b/pool.ts", `${body}\n`], ["src/c.ts", "export const c = 1;\n"]]));
    const answer = await context(twins, "connection pool acquire release", { budget: 4_000 });
    expect(answer.items.some((item) => item.similarTo?.startsWith("src/a/pool.ts:"))).toBe(true);
    const all = await context(twins, "connection pool acquire release", { budget: 4_000, nearDuplicate: 1.01 });
    expect(all.items.some((item) => item.similarTo)).toBe(false);
  });

  it("a body comes with the imports it uses, the head of its class and its siblings", async () => {
    const steps = (name: string) => Array.from({ length: 60 }, (_, at) => `    this.total += ${name}(this.total, ${at});`).join("\n");
    const source = [
      "import { logger } from './logger';",
      "import { price } from './price';",
      "import { refund } from './refund';",
      "",
      "export class Till {",
      "  total = 0;",
      `  open(): void {\n${steps("price")}\n  }`,
      `  close(): void {\n${steps("refund")}\n    logger.info("closed");\n  }`,
      "}",
      "",
    ].join("\n");
    const till = await openInlineView(new Map([["src/till.ts", source], ["src/price.ts", "export const price = 1;\n"]]));
    const { items } = await context(till, "Till.close", { budget: 12_000 });
    const body = items.find((item) => item.section === "primary" && item.symbol === "Till.close");
    expect(body?.text.split("\n").slice(1, 5)).toEqual([
      "imports 1| logger from ./logger",
      "imports 3| refund from ./refund",
      "in class 5| export class Till",
      "  7| open(): void",
    ]);
  });

  it("below the code of a file stands what else it defines, once, with its lines", async () => {
    const method = (name: string, word: string) => `  ${name}(): void {\n${Array.from({ length: 60 }, (_, at) => `    this.count += ${word}(${at});`).join("\n")}\n  }`;
    const source = `export class Till {\n  count = 0;\n${[method("open", "drawer"), method("refund", "money"), method("close", "lock")].join("\n")}\n}\n`;
    const till = await openInlineView(new Map([["src/till.ts", source], ["src/other.ts", "export const other = 1;\n"]]));
    const { text, items } = await context(till, "Till.refund money", { budget: 900 });
    const outlines = text.split("\n").filter((line) => line.startsWith("also: "));
    expect(outlines).toHaveLength(1);
    expect(outlines[0]).toContain("3-64 open");
    expect(outlines[0]).toContain("127-188 close");
    expect(outlines[0]).not.toContain("refund");
    expect(text.indexOf("also: ")).toBeGreaterThan(text.indexOf("| "));
    expect(items.find((item) => item.text.startsWith("also: "))).toMatchObject({ section: "structural", path: "src/till.ts" });
  });

  it("imports are shown under the name the body uses, and not when they are part of it", async () => {
    const files = new Map([
      ["src/a.ts", "import fs, { readFile as read, stat } from './files';\nimport * as net from './net';\nimport './side';\n\nexport function load(path: string) {\n  net.open();\n  return read(path);\n}\n"],
      ["src/files.ts", "export const readFile = 1;\n"],
    ]);
    const { items } = await context(await openInlineView(files), "load", { budget: 3_000 });
    const { text } = items.find((item) => item.symbol === "load" && item.section === "primary")!;
    expect(text).toContain("imports 1| readFile as read from ./files\nimports 2| net from ./net\n");
    expect(text).not.toContain("side");
  });

  it("a read plan explains what was folded and what was cut", async () => {
    const body = readRepository("shop").get("src/db/connection-pool.ts")!;
    const twins = await openInlineView(new Map([...readRepository("shop"), ["src/copy/pool.ts", `${body}\n`]]));
    const answer = await context(twins, "connection pool acquire release of orders", { budget: 1_400, explain: true });
    expect(answer.folded.length).toBeGreaterThan(0);
    expect(answer.cutSpans.length).toBeGreaterThan(0);
    const shown = new Set(answer.items.filter((item) => item.section === "primary").map((item) => `${item.path}:${item.startLine}-${item.endLine}`));
    const spans = answer.ranked.flatMap(({ path, spans }) => spans.map(({ startLine, endLine }) => `${path}:${startLine}-${endLine}`));
    // Every span is either shown or told of.
    expect(answer.cutSpans.map(({ place }) => place).sort()).toEqual(spans.filter((place) => !shown.has(place)).sort());
    const text = renderContextExplanation(answer);
    for (const { place, similarTo } of answer.folded) expect(text).toContain(`  ${place} similar to ${similarTo}`);
    for (const { place, reason } of answer.cutSpans) expect(text).toContain(`  ${place} ${reason}`);
    for (const { path, reason } of answer.omitted) expect(text).toContain(`  ${path} ${reason}`);
    for (const hit of answer.ranked) expect(text).toContain(`${hit.path} ${hit.score.toFixed(3)}`);
  });

  it("an answer above 100,000 tokens carries a warning, one below does not", async () => {
    const long = (name: string) => `export function ${name}Step() {\n${Array.from({ length: 900 }, (_, at) => `  record(${name}, step${at}, ${at} * 17);`).join("\n")}\n}\n`;
    const files = new Map(["alpha", "beta", "gamma", "delta", "omega", "kappa", "sigma", "theta", "lambda", "epsilon"].map((name) => [`src/${name}.ts`, long(name)]));
    const big = await openInlineView(files);
    const answer = await context(big, "record every step", { budget: 240_000, nearDuplicate: 1.01 });
    expect(answer.tokens).toBeGreaterThan(100_000);
    expect(answer.warnings.map(({ message }) => message).join()).toMatch(/more than 100000/);
    const small = await context(big, "record every step", { budget: 90_000, nearDuplicate: 1.01 });
    expect(small.warnings.map(({ message }) => message).join()).not.toMatch(/100000/);
  });

  it("who calls and who implements is shown when the question traces, not otherwise", async () => {
    const files = new Map([
      ["src/store.ts", "export interface Store {\n  save(row: string): void;\n}\n"],
      ["src/disk-store.ts", "import type { Store } from './store';\n\nexport class DiskStore implements Store {\n  save(row: string): void {\n    console.log(row);\n  }\n}\n"],
      ["src/journal.ts", "export function appendEntry(entry: string): void {\n  console.log(entry);\n}\n"],
      ["src/billing.ts", "import { appendEntry } from './journal';\n\nexport function chargeCard(): void {\n  appendEntry('charged');\n}\n"],
    ]);
    const traced = await openInlineView(files);
    const leans = async (task: string) =>
      (await context(traced, task, { budget: 3_000, maxSnippets: 1 })).items.filter((item) => item.section === "supporting").map((item) => `${item.symbol} ${item.reason}`);
    expect(await leans("who calls appendEntry")).toContainEqual(expect.stringMatching(/^chargeCard calls appendEntry/));
    expect(await leans("what happens when the Store saves, callers of Store")).toContainEqual(expect.stringMatching(/^DiskStore implements Store/));
    expect((await leans("appendEntry")).filter((line) => line.includes("calls"))).toEqual([]);
  });

  it("a file that is gone is a warning, not an error", async () => {
    const gone = { ...view, readText: async () => null };
    const answer = await context(gone, "order service placing orders please", { budget: 1_000 });
    expect(answer.warnings.some(({ message }) => message.includes("cannot be read"))).toBe(true);
    expect(answer.items.length).toBeGreaterThan(0);
  });
});

describe("hostile queries", () => {
  const HOSTILE = [
    "", " ", "\0", "\n\n\n", "a".repeat(1_000_000), "the of and is", ".*+?^${}()|[]\\", "NEAR(a b) AND NOT OR *", "'; DROP TABLE files; --",
    "😀😀😀", "שלום עולם", "\u202e\u200b", "lang: path: kind: -test", "path:****************a", "kind:x lang:y", "```", "`".repeat(5_000),
    "at a (b:1:1)\n".repeat(5_000), "(".repeat(50_000), "__proto__ constructor hasOwnProperty toString", "\ud800", "a/../../etc/passwd:1",
    "- [ ] ".repeat(20_000), "# ".repeat(20_000), `${"x.".repeat(20_000)}y`, "_".repeat(30_000), "aB".repeat(10_000), "File \"".repeat(3_000),
  ];

  it.each(HOSTILE.map((query, at) => [at, query] as const))("number %i neither throws nor exceeds its budget", async (_at, query) => {
    const answer = await context(view, query, { budget: 200 });
    expect(answer.tokens).toBeLessThanOrEqual(200);
    expect(answer.text.isWellFormed()).toBe(true);
  });

  it("random strings neither throw nor exceed the budget", async () => {
    const piece = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("order", "Router", "src/http", ":12", "lang:ts", "\n```\n", "-test", "`x`"));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.nat(300), async (pieces, budget) => {
        const answer = await context(view, pieces.join(" "), { budget });
        return answer.tokens <= budget && countTokens(answer.text) === answer.tokens;
      }),
      { numRuns: Number(process.env.CLEW_FUZZ_RUNS ?? 300) },
    );
  });
});
