import { expect, it } from "vitest";
import type { RelPath } from "../../src/core/rel-path.ts";
import rule from "../../src/frameworks/express/rule.ts";
import { languageById } from "../../src/languages/detect.ts";
import { extractBlob } from "../../src/parsing/extract/extract-blob.ts";

const HEAD = `import express, { Router } from "express";\nconst app = express();\n`;

async function offersOf(source: string): Promise<string[]> {
  const language = languageById("typescript")!;
  const { facts } = await extractBlob({ language, source, bytes: source.length, parseMs: 20_000 });
  const file = { ...facts, path: "src/app.ts" as RelPath };
  expect(rule.appliesTo(file)).toBe(source.includes('from "express"'));
  const { offers, units } = rule.find(file);
  expect(units.map(({ name }) => name)).toEqual(offers.map(({ key }) => key));
  return offers.map(
    ({ key, tier, place, details }) =>
      `${key} ${tier} ${place.handle}:${place.span.startLine}${details.handler ? ` ${details.handler}` : ""}`,
  );
}

it.each([
  [
    "a route with a handler",
    'app.get("/users/:id", auth, show);',
    ["GET /users/{} resolved src/app.ts:3 show"],
  ],
  ["an inline handler", 'app.post("/users", (q, s) => s.end());', ["POST /users resolved src/app.ts:3"]],
  [
    "several paths",
    'app.get(["/a", "/b/"], x);',
    ["GET /a resolved src/app.ts:3 x", "GET /b resolved src/app.ts:3 x"],
  ],
  ["a template", `app.get(\`/v/\${v}/x\`, x);`, ["GET /v/{}/x resolved src/app.ts:3 x"]],
  ["any method", 'app.all("*", x);', ["* /{} resolved src/app.ts:3 x"]],
  ["a setting is no route", 'app.get("view engine"); app.set("/a", 1); cache.get("/a");', []],
  [
    "a router mounted here",
    'const api = Router();\nconst v1 = express.Router();\napi.use("/v1", v1);\nv1.get("/cats", list);\napp.use("/api/", api);',
    ["GET /api/v1/cats resolved src/app.ts:6 list"],
  ],
  [
    "a router mounted twice",
    'const cats = Router();\ncats.delete("/:id", drop);\napp.use("/a", cats);\napp.use("/b", guard, cats);',
    ["DELETE /a/{} resolved src/app.ts:4 drop", "DELETE /b/{} resolved src/app.ts:4 drop"],
  ],
  [
    "a router mounted elsewhere",
    'export const cats = Router();\ncats.get("/cats", list);',
    ["GET /cats heuristic src/app.ts:4 list"],
  ],
  [
    "a router mounted on itself",
    'const r = Router();\nr.use("/x", r);\nr.get("/y", y);',
    ["GET /x/x/x/x/y heuristic src/app.ts:5 y"],
  ],
  [
    "inside a function",
    'function build() {\n  app.put("/cats", save);\n}',
    ["PUT /cats resolved src/app.ts#build:4 save"],
  ],
])("%s", async (_, source, expected) => {
  expect(await offersOf(HEAD + source)).toEqual(expected);
});

it("a file without Express is none of its own", async () => {
  await offersOf('const app = make();\napp.get("/a", x);');
});
