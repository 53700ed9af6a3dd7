/** A tool is one file and one line: a client finds it in the list, asks it, and gets an answer like that of any other. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TempFolder } from "../../../src/testing/git-fixture.ts";
import { copySource } from "../copy-of-source.ts";

/** How many names begin with a letter: the whole tool. */
const LETTERS = `
import { z } from "zod";
import { plural } from "../core/counts.ts";
import { defineTool } from "./contract.ts";
import { SHOWS_WHAT_IS_INDEXED } from "./suggestion.ts";

export default defineTool({
  name: "letters",
  title: "Names by letter",
  description: "The names that begin with a letter.",
  input: { letter: z.string().length(1).describe("A letter") },
  positional: ["letter"],
  answer: async (session, input) => {
    const names = await session.one.namesLike(input.letter, 100);
    return {
      head: \`\${plural(names.length, "name")} with \${input.letter}\`,
      body: names,
      next: SHOWS_WHAT_IS_INDEXED,
      data: { fields: {}, lists: { names } },
      outcome: names.length > 0 ? "found" : "none",
      quotes: [],
    };
  },
});
`;

const scratch = new TempFolder("clew-letters");
const source = copySource();
source.write("tools/letters.ts", LETTERS);
source.addLine("tools/list.ts", "./context.ts", 'export { default as letters } from "./letters.ts";');

let client: Client;
let close: () => Promise<void>;
beforeAll(async () => {
  const root = scratch.folder("tree").repository({
    "a.ts": "export function bark() {}\nexport function bell() {}\nexport function cat() {}\n",
  }).path;
  process.env.CLEW_HOME = scratch.join("home");
  const { ToolRunner } = await source.load("serving/tool-runner.ts");
  const { clewFeatures } = await source.load("mcp/clew-features.ts");
  const { createShell } = await source.load("mcp/server-shell.ts");
  const runner = new ToolRunner({ profile: "default" });
  const server = createShell(clewFeatures(runner), { root, fallbackRoot: null });
  const [near, far] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  close = async () => {
    await client.close();
    await runner.close();
  };
});
afterAll(async () => {
  await close();
  delete process.env.CLEW_HOME;
  scratch.remove();
});

test("it is listed last, with its arguments and those of every tool", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "context",
    "search",
    "symbol",
    "trace",
    "changes",
    "status",
    "letters",
  ]);
  expect(Object.keys(tools.at(-1)!.inputSchema.properties!)).toEqual([
    "letter",
    "max_tokens",
    "cursor",
    "fresh",
    "format",
    "repo",
  ]);
});

test("it answers from the index, with line 1, fence and budget as all answers have", async () => {
  const { content } = await client.callTool({ name: "letters", arguments: { letter: "b" } });
  const { text } = content[0] as { text: string };
  expect(text).toMatch(/^2 names with b · generation 1, fresh\n\[data [0-9a-f]{6}: repository text/);
  expect(text).toMatch(/\nbark\nbell\n\[end /);
});

test("what does not fit is told as for all tools", async () => {
  const { content, isError } = await client.callTool({ name: "letters", arguments: { letter: "bb" } });
  expect(isError).toBe(true);
  expect((content[0] as { text: string }).text).toContain("letters takes: letter (string, required)");
});
