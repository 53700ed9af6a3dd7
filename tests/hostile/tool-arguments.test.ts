/**
 * T6, T11, T14: every text that every tool takes, filled with options, shell words, paths and patterns. Nothing is
 * started, nothing from outside the root is told, nothing but an answer or an error with a code comes back.
 */
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AppError } from "../../src/core/errors.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { TOOLS } from "../../src/tools/all.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import type { ToolDefinition } from "../../src/tools/contract.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput, schemaOf } from "../../src/tools/parse-input.ts";
import { Canaries } from "./canaries.ts";

const OUTSIDE = "OUTSIDEWORDS";
let temp: TempFolder;
let engine: Engine;
let canaries: Canaries;
let payloads: string[];
beforeAll(async () => {
  temp = new TempFolder("clew-arguments");
  canaries = new Canaries(temp.join("canaries"));
  mkdirSync(temp.join("tree"));
  temp.write({ "outside/secret.ts": `export function ${OUTSIDE}() {}\n`, "secret.ts": OUTSIDE });
  temp.folder("tree").repository({ "src/price.ts": "export function priceOf() {}\n" });
  engine = await openEngine({ home: temp.join("home"), isWatching: true });
  await engine.update(temp.join("tree"));
  const program = canaries.program("argument");
  payloads = [
    `--output=${program}`,
    `-c core.fsmonitor=${program}`,
    `--upload-pack=${program}`,
    `$(${program})`,
    `\`${program}\``,
    `; ${program} #`,
    `| ${program}`,
    `HEAD..$(${program})`,
    `ext::${program}`,
    "HEAD:../secret.ts",
    "../outside/secret.ts",
    "src/../../outside/secret.ts#OUTSIDEWORDS",
    temp.join("outside/secret.ts"),
    `file://${temp.join("outside/secret.ts")}`,
    "\u0000",
    "\u001b]52;c;Y2xldw==\u0007\u202e",
    "\ud800",
    "(a+)+$".repeat(40),
    `${"*".repeat(200)}a${"?".repeat(200)}`,
    `${"**/".repeat(120)}x`,
    "{a,".repeat(90),
    "[".repeat(300),
    "a".repeat(9_000),
  ];
});
afterAll(async () => {
  await engine.close();
  temp.remove();
});

it("negative control: what lies inside is told", async () => {
  const symbol = ALL_TOOLS.find((tool) => tool.name === "symbol")!;
  expect(await ask(symbol, { name: "priceOf" })).toContain("function priceOf");
});

/** Answers, or the code of the error; anything else that is thrown fails the test. */
async function ask(tool: ToolDefinition, raw: Record<string, unknown>): Promise<string> {
  try {
    const call = { engine, root: temp.join("tree"), signal: AbortSignal.timeout(20_000) };
    return (await answerTool(tool, call, parseInput(tool, raw))).text;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw new Error(`${tool.name} ${JSON.stringify(raw).slice(0, 200)}: ${(error as Error).stack}`);
  }
}

// Tools that write may index any folder their user names.
const READING = ALL_TOOLS.filter((tool) => tool.effect !== "write");

it.each(READING.map((tool) => ({ name: tool.name, tool })))(
  "$name",
  { timeout: 120_000 },
  async ({ tool }) => {
    const { properties, required } = schemaOf(tool);
    const texts = Object.entries(properties).filter(
      ([, field]) => (field.type === "string" && !field.enum) || field.items?.type === "string",
    );
    const filled = Object.fromEntries(required.map((name) => [name, fill(properties[name]!, "priceOf")]));
    for (const [name, field] of texts) {
      for (const payload of payloadsFor(tool)) {
        const text = await ask(tool, { ...filled, [name]: fill(field, payload) });
        expect(text.replaceAll(payload, ""), `${name} ${payload.slice(0, 80)}`).not.toContain(
          `function ${OUTSIDE}`,
        );
        expect(text, `${name} ${payload.slice(0, 80)}`).not.toMatch(/[\u0000\u0007\u001b\u202e]/);
      }
    }
    expect(canaries.seen()).toEqual([]);
  },
);

/** The tools under other names share their code with these: each meets a third of the payloads. */
function payloadsFor(tool: ToolDefinition): string[] {
  if (TOOLS.includes(tool)) return payloads;
  const turn = ALL_TOOLS.indexOf(tool) % 3;
  return payloads.filter((_, at) => at % 3 === turn);
}

function fill(
  field: { type?: string; items?: { type?: string }; enum?: readonly string[] },
  text: string,
): unknown {
  if (field.enum) return field.enum[0];
  if (field.type === "array") return [text];
  return field.type === "number" || field.type === "integer" ? 1 : text;
}
