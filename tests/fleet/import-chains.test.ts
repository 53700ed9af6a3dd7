/** Where chains of imports lead in a fleet: into other repositories, out of it, and up to another language. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { answerTool } from "../../src/tools/answer-tool.ts";
import { chooseRepositories } from "../../src/tools/choose-repositories.ts";
import { ALL_TOOLS } from "../../src/tools/full/all.ts";
import { parseInput } from "../../src/tools/parse-input.ts";
import { takeScope } from "../../src/tools/scope-input.ts";

const scratch = new TempFolder("clew-fleet-chains");
const engine = await openEngine({ home: scratch.join("home"), env: { PATH: process.env.PATH } });

const REPOSITORIES = {
  app: {
    "apps/backend/requirements.txt": "fastapi==0.110\n",
    "apps/backend/main.py":
      'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/api/users")\ndef list_users():\n    return []\n',
    "apps/frontend/package.json": JSON.stringify({
      name: "frontend",
      dependencies: { "@lib/http": "1.0.0", react: "^18" },
    }),
    "apps/frontend/src/user-list.ts":
      'import { memo } from "react";\nimport { loadUsers } from "./user-service";\nexport const list = memo(loadUsers);\n',
    "apps/frontend/src/user-service.ts":
      'import { checked } from "@lib/http";\nexport async function loadUsers() {\n  return checked(await fetch("/api/users"));\n}\n',
  },
  lib: {
    "package.json": JSON.stringify({ name: "@lib/http", version: "1.0.0", main: "src/index.ts" }),
    "src/index.ts": 'export { checked } from "./checked";\n',
    "src/checked.ts":
      'import { z } from "zod";\nexport const checked = (value: unknown) => z.any().parse(value);\n',
  },
};

beforeAll(async () => {
  for (const [name, files] of Object.entries(REPOSITORIES)) {
    scratch.folder(name).repository(files);
    await engine.update(await engine.resolveRoot(scratch.join(name), { isExact: true }));
  }
}, 60_000);
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

async function importsOf(
  file_path: string,
  scope: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const tool = ALL_TOOLS.find((one) => one.name === "get_file_context")!;
  const { asked, input } = takeScope(tool, { file_path, format: "json", ...scope });
  const root = scratch.join("app");
  const chosen = (await chooseRepositories(engine, tool, asked, async () => root)) ?? { root };
  const signal = new AbortController().signal;
  const printed = await answerTool(tool, { engine, signal, ...chosen }, parseInput(tool, input));
  return printed.data();
}

test("in one repository a package of another one is external, and a backend in Python is a border", async () => {
  expect(await importsOf("apps/frontend/src/user-list.ts", {})).toMatchObject({
    external: ["react"],
    imports: [
      "  → apps/frontend/src/user-service.ts (external: @lib/http)",
      "    ⇥ GET /api/users: apps/backend/main.py (python, not followed)",
    ],
  });
});

test("over both they lead into the library, and out of it", async () => {
  expect(await importsOf("app:apps/frontend/src/user-list.ts", { scope: "global" })).toMatchObject({
    external: ["react"],
    imports: [
      "  → apps/frontend/src/user-service.ts",
      "    → lib:src/checked.ts (external: zod)",
      "    → lib:src/index.ts",
      "      → lib:src/checked.ts (above)",
      "    ⇥ GET /api/users: apps/backend/main.py (python, not followed)",
    ],
  });
});
