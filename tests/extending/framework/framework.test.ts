/** A framework is one folder and one line; a changed rule answers anew and reads no file again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { copySource } from "../copy-of-source.ts";

/** Bells ring on topics: `bells.ring("door")` offers one, `bells.hear("door", …)` needs it. */
function bellsRule(nameOfTopic: string): string {
  return `
import { handleOf } from "../../core/edges.ts";
import { defineFramework } from "../contract.ts";

export default defineFramework({
  id: "bells",
  label: "Bells",
  looksAt: { languages: ["typescript"], words: ["bells"] },
  appliesTo: ({ imports }) => imports.some(({ source }) => source === "bells"),
  find: (file) => {
    const found = (name: string) =>
      file.calls
        .filter((call) => call.receiver === "bells" && call.name === name)
        .map((call) => ({
          kind: "event" as const,
          key: "${nameOfTopic} " + call.arguments[0]!.text,
          place: { handle: handleOf(file.path, file.symbols[call.from]), span: call.span },
          tier: "resolved" as const,
          details: { framework: "bells" },
        }));
    return { units: [], offers: found("ring"), needs: found("hear") };
  },
});
`;
}

const scratch = mkdtempSync(join(tmpdir(), "clew-bells-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const tree = join(scratch, "tree");
mkdirSync(tree);
writeFileSync(
  join(tree, "house.ts"),
  'import bells from "bells";\nexport function open() {\n  bells.ring("door");\n}\n',
);
writeFileSync(
  join(tree, "dog.ts"),
  'import bells from "bells";\nbells.hear("door", bark);\nbells.hear("phone", sleep);\n',
);
writeFileSync(
  join(tree, "none.ts"),
  'export const bells = { ring: (x: string) => x };\nbells.ring("not a bell");\n',
);

/** The sources with the framework added, and the question asked of them. */
async function askWith(rule: string): Promise<{ text: string; parsed: number }> {
  const copy = copySource();
  copy.write("frameworks/bells/rule.ts", rule);
  copy.addLine("frameworks/all.ts", 'from "./contract.ts"', 'import bells from "./bells/rule.ts";');
  copy.addLine("frameworks/all.ts", "FRAMEWORKS", "  bells,");
  const { openEngine } = await copy.load("engine/engine.ts");
  const { answerTool } = await copy.load("tools/answer-tool.ts");
  const { parseInput } = await copy.load("tools/parse-input.ts");
  const { default: tool } = await copy.load("tools/full/contracts.ts");
  const engine: Engine = await openEngine({ home: join(scratch, "home") });
  try {
    const { parsed } = await engine.update(tree);
    const call = { engine, root: tree, signal: new AbortController().signal };
    const { text } = await answerTool(tool, call, parseInput(tool, {}));
    return { text, parsed };
  } finally {
    await engine.close();
  }
}

test("a new framework answers, and a changed one answers anew without parsing", {
  timeout: 120_000,
}, async () => {
  const first = await askWith(bellsRule("bell"));
  expect(first.parsed).toBe(3);
  expect(first.text).toContain("1 contract and 2 calls found");
  expect(first.text).toContain("offers event bell door  house.ts:3");
  expect(first.text).toMatch(/needs event bell door {2}dog\.ts:2 {2}=> house\.ts#open/);
  expect(first.text).toMatch(/needs event bell phone {2}dog\.ts:3 {2}=> \? nobody offers it here/);
  expect(first.text).not.toContain("not a bell");

  const second = await askWith(bellsRule("chime"));
  expect(second.parsed).toBe(0);
  expect(second.text).toContain("offers event chime door  house.ts:3");
  expect(second.text).not.toContain("bell door");
});
