import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();
const HEAD = `import express, { Router } from "express";\nconst app = express();\n`;

it.each([
  [
    "a route with a handler that is not here",
    'app.get("/users/:id", auth, show);',
    ["GET /users/{} resolved src/app.ts:3"],
  ],
  [
    "a handler of the same file",
    'app.get("/users/:id", auth, show);\nfunction show() {}',
    ["GET /users/{} resolved src/app.ts:3 -> src/app.ts#show"],
  ],
  ["an inline handler", 'app.post("/users", (q, s) => s.end());', ["POST /users resolved src/app.ts:3"]],
  [
    "several paths",
    'app.get(["/a", "/b/"], x);',
    ["GET /a resolved src/app.ts:3", "GET /b resolved src/app.ts:3"],
  ],
  ["a template", `app.get(\`/v/\${v}/x\`, x);`, ["GET /v/{}/x resolved src/app.ts:3"]],
  ["any method", 'app.all("*", x);', ["* /{} resolved src/app.ts:3"]],
  ["a setting is no route", 'app.get("view engine"); app.set("/a", 1); cache.get("/a");', []],
  [
    "a router mounted here",
    'const api = Router();\nconst v1 = express.Router();\napi.use("/v1", v1);\nv1.get("/cats", list);\napp.use("/api/", api);',
    ["GET /api/v1/cats resolved src/app.ts:6"],
  ],
  [
    "a router mounted without a path",
    'const api = Router();\napi.get("/cats", list);\napp.use(api);',
    ["GET /cats resolved src/app.ts:4"],
  ],
  [
    "a router mounted twice",
    'const cats = Router();\ncats.delete("/:id", drop);\napp.use("/a", cats);\napp.use("/b", guard, cats);',
    ["DELETE /a/{} resolved src/app.ts:4", "DELETE /b/{} resolved src/app.ts:4"],
  ],
  [
    "a router mounted nowhere",
    'export const cats = Router();\ncats.get("/cats", list);',
    ["GET /cats heuristic src/app.ts:4"],
  ],
  [
    "a router mounted on itself",
    'const r = Router();\nr.use("/x", r);\nr.get("/y", y);',
    ["GET /y heuristic src/app.ts:5"],
  ],
  [
    "routers in a circle",
    'const a = Router();\nconst b = Router();\na.use("/a", b);\nb.use("/b", a);\na.get("/y", y);',
    ["GET /a/b/y heuristic src/app.ts:7"],
  ],
  [
    "inside a function",
    'function build() {\n  app.put("/cats", save);\n}',
    ["PUT /cats resolved src/app.ts#build:4"],
  ],
])("%s", async (_, source, expected) => {
  expect(offersIn(await contractsOf({ "src/app.ts": HEAD + source }))).toEqual(expected);
});

it("a file without Express is none of its own", async () => {
  expect(offersIn(await contractsOf({ "a.ts": 'const app = make();\napp.get("/a", x);' }))).toEqual([]);
});

it("paths are put together over files, with handlers that are imported", async () => {
  const contracts = await contractsOf({
    "src/app.js": `const express = require("express");
const users = require("./routes/users");
const { cats } = require("./routes/cats");
const app = express();
app.use("/users", users);
app.use("/cats", cats);
app.use("/inline", require("./routes/users"));
`,
    "src/routes/users.js": `const { Router } = require("express");
const { show } = require("../handlers");
const router = Router();
router.get("/:id", show);
module.exports = router;
`,
    "src/routes/cats.js": `const express = require("express");
const cats = express.Router();
cats.get("/", (q, s) => s.end());
exports.cats = cats;
`,
    "src/handlers.js": "exports.show = function show(q, s) {};\n",
  });
  expect(offersIn(contracts)).toEqual([
    "GET /cats resolved src/routes/cats.js:3",
    "GET /users/{} resolved src/routes/users.js:4 -> src/handlers.js#show",
    "GET /inline/{} resolved src/routes/users.js:4 -> src/handlers.js#show",
  ]);
});
