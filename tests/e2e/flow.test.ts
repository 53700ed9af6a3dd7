/** An event in words is followed from the page over a request to where it ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import traceTool from "../../src/tools/trace.ts";
import { writeTreeFile } from "../random-tree.ts";

const FILES = {
  "package.json": '{ "name": "shop", "dependencies": { "express": "4" } }',
  "web/invite-form.ts":
    'import { sendInvitation } from "./api";\n\nexport function submitInvitation(email: string) {\n  return sendInvitation(email);\n}\n',
  "web/member-list.ts":
    'import { sendInvitation } from "./api";\n\nexport function resend(email: string) {\n  return sendInvitation(email);\n}\n',
  "web/api.ts":
    'export function sendInvitation(email: string) {\n  return fetch("/api/invitations", { method: "POST", body: email });\n}\n',
  "server/app.ts":
    'import express from "express";\nimport { createInvitation } from "./invitations";\n\nconst app = express();\napp.post("/api/invitations", createInvitation);\n',
  "server/invitations.ts":
    'import { storeInvitation } from "./store";\nimport { log } from "./log";\n\nexport function createInvitation(req: any, res: any) {\n  log("invited");\n  storeInvitation(req.body);\n}\n',
  "server/store.ts": "export function storeInvitation(email: string) {\n  return email;\n}\n",
  "server/log.ts": "export function log(text: string) {\n  console.log(text);\n}\n",
};

const scratch = mkdtempSync(join(tmpdir(), "clew-flow-"));
let engine: Engine;

beforeAll(async () => {
  for (const [path, text] of Object.entries(FILES)) writeTreeFile(join(scratch, "tree"), path, text);
  engine = await openEngine({ home: join(scratch, "home") });
  await engine.update(join(scratch, "tree"));
});
afterAll(async () => {
  await engine.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function flow(words: string): Promise<string> {
  const call = { engine, root: join(scratch, "tree"), signal: new AbortController().signal };
  const input = parseInput(traceTool, { symbol: words, relation: "flow" });
  return (await answerTool(traceTool, call, input)).text;
}

test("stations come in order, with the lines that hand on, the request and who else leads there", async () => {
  const text = await flow("submit the form that sends an invitation, until the invitation is stored");
  const places = ["web/invite-form.ts:3", "web/api.ts:1", "server/invitations.ts:4", "server/store.ts:1"].map(
    (place) => text.indexOf(place),
  );
  expect(places.every((at) => at > 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  expect(text).toContain("over POST /api/invitations");
  expect(text).toContain("6| storeInvitation(req.body);");
  expect(text).toMatch(/also from: .*web\/member-list\.ts:4 resend/);
});

test("words that nothing holds give no chain", async () => {
  expect(await flow("zebra quartz nonsense")).toMatch(/^no chain of calls/);
});
