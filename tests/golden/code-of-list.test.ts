/** What a list shows of its best files: the functions that decide, as code, within a bound. */
import { expect, it } from "vitest";
import { renderSearch, search } from "../../src/retrieval/index.ts";
import { openInlineView } from "./inline-view.ts";

const FILLER = Array.from({ length: 120 }, (_, at) => `  total += step${at}(total);`).join("\n");

async function listOf(files: Record<string, string>, query: string) {
  const view = await openInlineView(new Map(Object.entries(files)));
  const { hits } = await search(view, query, { showsLines: true });
  return { hits, text: renderSearch({ hits }, "text"), markdown: renderSearch({ hits }, "markdown") };
}

it("a short function stands there whole, without the margin of its class and without empty lines", async () => {
  const { text } = await listOf(
    { "src/till.ts": "export class Till {\n  close() {}\n\n  refundOrder(order: Order) {\n    if (order.isPaid) {\n\n      this.pay(-order.sum);\n    }\n  }\n}\n" },
    "refund an order",
  );
  expect(text).toContain("4| refundOrder(order: Order) {\n5|   if (order.isPaid) {\n7|     this.pay(-order.sum);\n8|   }\n9| }");
  expect(text).not.toContain("close() {}");
});

it("of a long function the head, the line that decides and a marker for what is cut", async () => {
  const { text } = await listOf(
    { "src/ledger.ts": `export function settle(total: number) {\n${FILLER}\n  if (refundLimit < total) return reject(total);\n${FILLER}\n}\n` },
    "where is the refund limit checked",
  );
  expect(text).toContain("1| export function settle(total: number) {");
  expect(text).toContain("122|   if (refundLimit < total) return reject(total);");
  expect(text).toMatch(/^… \d+-\d+ cut …$/m);
  expect(text.split("\n").length).toBeLessThan(80);
});

it("a long line is cut, and code of a file cannot end its fence in markdown", async () => {
  const { text, markdown } = await listOf(
    { "src/text.ts": `export function refundText() {\n  return "\`\`\` ${"refund ".repeat(60)}";\n}\n` },
    "refund text",
  );
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(170);
  expect(markdown).toContain("````\n1| export function refundText() {");
});
