/** A fleet of repositories, driven by a real client with the parameters that other servers' users know, and by commands. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient, type ToolResult } from "../../src/testing/mcp-client.ts";
import { makeFleet } from "./make-fleet.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-fleet");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home"), CLEW_QUERY_MS: "120000" };
const json = JSON.stringify;

const { auth, payment, fullstack, nest, app, docs } = makeFleet(scratch);

let client: Client;
beforeAll(async () => {
  client = await connectMcpClient(app.path, env, "--profile", "full");
});
afterAll(async () => {
  await client.close();
  scratch.remove();
});

async function call(name: string, args: Record<string, unknown>): Promise<ToolResult> {
  return callTool(client, name, args);
}

async function ask(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = await call(name, { ...args, format: "json" });
  expect(result.isError, result.content[0]!.text!).toBeFalsy();
  return result.structuredContent!;
}

async function refused(name: string, args: Record<string, unknown>): Promise<string> {
  const result = await call(name, args);
  expect(result.isError).toBe(true);
  return result.content[0]!.text!;
}

async function cli(args: readonly string[], cwd = app.path): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { cwd, env });
  return stdout;
}

type Repository = Record<string, unknown>;

async function repositories(): Promise<Map<string, Repository>> {
  const { repositories: list } = (await ask("list_indexed_repos", {})) as { repositories: Repository[] };
  return new Map(list.map((one) => [one.repo_id as string, one]));
}

describe("index_repository", () => {
  test("keeps what is said of a service", async () => {
    await ask("index_repository", {
      repo_path: auth.path,
      repo_id: "auth-service",
      repo_type: "microservice",
      service_config: { service_id: "auth-api", service_type: "rest", api_spec_path: "./docs/openapi.yaml" },
    });
    expect((await repositories()).get("auth-service")).toMatchObject({
      repo_path: auth.path,
      repo_type: "microservice",
      type_reason: "set",
      version: "3.1.0",
      services: [{ service_id: "auth-api", service_type: "rest", dependencies_count: 0 }],
    });
  });

  test("tells which indexed repositories are needed, and by which version", async () => {
    const data = await ask("index_repository", {
      repo_path: payment.path,
      repo_id: "payment-service",
      repo_type: "microservice",
      service_config: {
        service_id: "payment-api",
        service_type: "rest",
        api_spec_path: "./api/swagger.json",
      },
      detect_dependencies: true,
      dependency_repos: ["auth-service"],
    });
    expect(data.dependencies).toEqual([
      {
        repository: "auth-service",
        package: "@shop/auth",
        needed_by: ".",
        kind: "runtime",
        asked: "^2.0.0",
        indexed: "3.1.0",
      },
    ]);
  });

  test("finds the repository by its id alone, and the packages of several languages", async () => {
    await ask("index_repository", { repo_path: fullstack.path, repo_id: "my-fullstack-app" });
    await ask("index_repository", { repo_id: "my-fullstack-app", incremental: true });
    const found = (await repositories()).get("my-fullstack-app")!;
    expect(found).toMatchObject({ repo_type: "monorepo", exclude_from_default_search: false });
    expect(found.workspaces).toEqual([
      { name: "root", root: "", language: "javascript", manager: "npm" },
      { name: "backend", root: "apps/backend", language: "python", manager: "pip" },
      { name: "frontend", root: "apps/frontend", language: "javascript", manager: "npm" },
      { name: "@app/shared-types", root: "packages/shared-types", language: "javascript", manager: "npm" },
    ]);
  });

  test("reads a reference once for each version", async () => {
    const asked = {
      repo_path: nest.path,
      repo_id: "nestjs-ref",
      repo_type: "reference",
      version: "v10.3.0",
      metadata: { upstream_url: "https://github.com/nestjs/nest", indexed_for: "learning" },
    };
    await ask("index_repository", asked);
    expect((await repositories()).get("nestjs-ref")).toMatchObject({
      repo_type: "reference",
      version: "v10.3.0",
      upstream_url: "https://github.com/nestjs/nest",
      indexed_for: "learning",
      exclude_from_default_search: true,
    });
    nest.write({ "packages/common/later.ts": "export const later = 1;\n" });
    expect((await call("index_repository", asked)).content[0]!.text).toContain("nothing was read");
    const renewed = await ask("index_repository", { ...asked, version: "v11.0.0", force_reindex: true });
    expect(renewed.files).toBe(9);
    expect((await repositories()).get("nestjs-ref")!.version).toBe("v11.0.0");
  });

  test("takes in only what is asked for", async () => {
    await ask("index_repository", { repo_path: docs.path, repo_id: "lib-docs", repo_type: "documentation" });
    const readme = scratch.folder("filtered").repository({
      "README.md": "# Root\n",
      "docs/a.md": "# A\n",
      "CHANGES.md": "# C\n",
      "a.ts": "export const a = 1;\n",
      "b.py": "b = 1\n",
    });
    const files = async (args: Record<string, unknown>) =>
      (await ask("index_repository", { repo_path: readme.path, ...args })).files;
    expect(await files({})).toBe(5);
    expect(await files({ include_markdown: false })).toBe(3);
    expect(await files({ languages: ["ts"], include_markdown: false })).toBe(1);
    expect(await files({ languages: [], include_markdown: true })).toBe(5);
    await cli(["repos", "remove", "filtered"]);
  });

  test("takes in what git ignores when asked to, but for what tools fill and secrets", async () => {
    const { path } = scratch
      .folder("ignoring")
      .repository({ ".gitignore": "local/\nnode_modules/\n.env\n", "a.ts": "export const a = 1;\n" })
      .write({
        "local/notes.ts": "export const keptLocal = 1;\n",
        "node_modules/x/index.js": "module.exports = 1;\n",
        ".env": "TOKEN=1\n",
      });
    const files = async (args: Record<string, unknown>) =>
      (await ask("index_repository", { repo_path: path, ...args })).files;
    expect(await files({})).toBe(2);
    expect(await files({ respect_gitignore: false })).toBe(3);
    const found = await ask("search_codebase", { query: "keptLocal", repo_id: "ignoring" });
    expect((found.files as string[])[0]).toBe("local/notes.ts");
    expect(await files({ respect_gitignore: true })).toBe(2);
    await cli(["repos", "remove", "ignoring"]);
  });

  test("leaves out files of more lines than asked for, and says why", async () => {
    const { path } = scratch.folder("long").repository({
      "short.ts": "export const short = 1;\n",
      "long.ts": "export const line = 1;\n".repeat(5_001),
      "exact.ts": "// line\n".repeat(5_000),
    });
    const files = async (args: Record<string, unknown>) =>
      (await ask("index_repository", { repo_path: path, ...args })).files;
    expect(await files({})).toBe(3);
    expect(await files({ max_file_size: 5000 })).toBe(2);
    const { content } = await call("status", { why: "long.ts", repo: "long" });
    expect(content[0]!.text).toContain("5001 lines, more than 5000");
    expect(await files({ incremental: true })).toBe(2);
    expect(await files({ max_file_size: 6000 })).toBe(3);
    await cli(["repos", "remove", "long"]);
  });

  test.each([
    [{ max_file_size: 0 }, "INPUT_INVALID"],
    [{ summary_method: "llm" }, "summary.writer"],
    [{ languages: ["klingon"] }, "klingon"],
    [{ repo_id: "auth-service" }, "REPOSITORY_NAME_TAKEN"],
    [{ repo_type: "nonsense" }, "INPUT_INVALID"],
    [{ service_config: { service_id: "x", service_type: "soap" } }, "INPUT_INVALID"],
  ])("refuses %j clearly", async (args, said) => {
    expect(await refused("index_repository", { repo_path: docs.path, ...args })).toContain(said);
  });
});

describe("search_codebase", () => {
  const files = (data: Record<string, unknown>) => data.files as string[];

  test("asks all own code by default, and one repository by its id", async () => {
    await ask("index_repository", { repo_path: app.path, repo_id: "my-app", repo_type: "monolithic" });
    const data = await ask("search_codebase", { query: "how to implement guards", scope: "global" });
    expect(files(data)[0]).toBe("my-app:src/guards/auth.guard.ts");
    expect(files(data).filter((one) => /^(nestjs-ref|lib-docs):/.test(one))).toEqual([]);
    expect(data.metadata).toMatchObject({ total_repos_searched: 4, dependency_depth_reached: 0 });
    const own = await ask("search_codebase", {
      query: "how to implement guards",
      scope: "repository",
      repo_id: "my-app",
    });
    expect(files(own)).toEqual(["src/guards/auth.guard.ts"]);
  });

  test("adds references and documentation when asked, a few of them", async () => {
    const data = await ask("search_codebase", {
      query: "how to implement guards",
      scope: "global",
      include_references: true,
      max_reference_results: 5,
    });
    expect(files(data).filter((one) => one.startsWith("nestjs-ref:"))).toHaveLength(5);
    const two = await ask("search_codebase", {
      query: "how to implement guards",
      include_references: true,
      max_reference_results: 2,
    });
    expect(files(two).filter((one) => one.startsWith("nestjs-ref:"))).toHaveLength(2);
    const documented = await ask("search_codebase", {
      query: "API usage examples",
      scope: "global",
      include_documentation: true,
      max_documentation_results: 3,
    });
    expect(files(documented)).toContain("lib-docs:api-guide.md");
  });

  test("asks one service, or one package and so one language", async () => {
    const service = await ask("search_codebase", {
      query: "verify the token of a user",
      scope: "service",
      service_id: "auth-api",
    });
    expect(files(service)[0]).toBe("src/verify.ts");
    const backend = await ask("search_codebase", {
      query: "user authentication",
      scope: "workspace",
      workspace_id: "backend",
    });
    expect(files(backend)).toEqual(["apps/backend/main.py"]);
  });

  test("follows dependencies from a start, and says by which way", async () => {
    const data = await ask("search_codebase", {
      query: "Payment processing flow, verify the token",
      scope: "boundary-aware",
      start_repo: "payment-service",
      include_dependencies: true,
      dependency_depth: 2,
      search_api_contracts: true,
    });
    expect(data.groups).toMatchObject([
      { repository: "payment-service", depth: 0, files: ["payment-service:src/pay.ts", expect.anything()] },
      {
        repository: "auth-service",
        depth: 1,
        relation: "payment-service needs @shop/auth ^2.0.0 (runtime), 3.1.0 is indexed",
      },
    ]);
    const alone = await ask("search_codebase", {
      query: "payment",
      scope: "boundary-aware",
      start_repo: "payment-service",
    });
    expect(alone.metadata).toMatchObject({ total_repos_searched: 1 });
  });

  test.each([
    [{ scope: "repository", repo_id: "nobody" }, "REPOSITORY_UNKNOWN"],
    [{ scope: "service", service_id: "nobody" }, "auth-api"],
    [{ scope: "workspace", workspace_id: "nobody" }, "PACKAGE_UNKNOWN"],
    [{ scope: "workspace" }, "SCOPE_INCOMPLETE"],
    [{ scope: "sideways" }, "INPUT_INVALID"],
    [{ dependency_depth: 9 }, "INPUT_INVALID"],
  ])("refuses %j clearly", async (args, said) => {
    expect(await refused("search_codebase", { query: "x", ...args })).toContain(said);
  });
});

describe("scopes of every tool that spans repositories", () => {
  test("are inputs of a call", async () => {
    const data = await ask("search", {
      query: "verify the token",
      scope: "boundary-aware",
      repo: "payment-service",
    });
    expect(data.repositories).toMatchObject([
      { repository: "payment-service" },
      { repository: "auth-service", depth: 1, relation: expect.stringContaining("@shop/auth") },
    ]);
    const { results } = (await ask("search", {
      query: "user",
      package: "frontend",
      repo: "my-fullstack-app",
    })) as {
      results: { file: string }[];
    };
    expect(results.map(({ file }) => file)).toEqual([
      "apps/frontend/src/login.ts",
      "apps/frontend/package.json",
    ]);
  });

  test("are typed into a question", async () => {
    const typed = await ask("search", { query: "repo:auth-service verify the token" });
    const given = await ask("search", { query: "verify the token", repo: "auth-service" });
    expect(typed.results).toEqual(given.results);
    const { results } = (await ask("search", { query: "package:backend authentication" })) as {
      results: { file: string }[];
    };
    expect(results.map(({ file }) => file)).toEqual(["apps/backend/main.py"]);
    const all = (await ask("search", { query: "repo:* session" })).repositories as { repository: string }[];
    expect(all.map(({ repository }) => repository).sort()).toEqual([
      "auth-service",
      "my-app",
      "my-fullstack-app",
      "payment-service",
    ]);
  });

  test("are pointed at when one repository has nothing", async () => {
    const { content } = await call("symbol", { name: "processPayment" });
    expect(content[0]!.text).toContain("likely in payment-service: ask with repo payment-service");
  });

  test("are options of a command", async () => {
    expect(await cli(["search", "verify the token", "--scope", "global"])).toContain(
      "auth-service:src/verify.ts",
    );
    expect(await cli(["search", "repo:auth-service", "verify", "the", "token"])).toContain("src/verify.ts:");
    expect(await cli(["search", "guards", "--scope", "global", "--include", "references"])).toContain(
      "nestjs-ref:",
    );
    expect(await cli(["symbol", "authenticate_user", "--package", "backend"])).toContain(
      "apps/backend/main.py",
    );
    await expect(cli(["search", "x", "--scope", "workspace"])).rejects.toMatchObject({
      stderr: expect.stringContaining("SCOPE_INCOMPLETE"),
    });
  });
});

describe("uses of a library in other repositories", () => {
  type Row = { handle: string; tier: string; repository: string; lines: number[] };
  const callers = async (symbol: string, args: Record<string, unknown>) =>
    (await ask("trace", { symbol, ...args })).rows as Row[];
  const both = { repo: ["auth-service", "payment-service"] };

  test("are callers, through its entry and what that passes on", async () => {
    expect(await callers("auth-service:verifyToken", both)).toMatchObject([
      {
        handle: "payment-service:src/pay.ts#processPayment",
        tier: "resolved",
        repository: "payment-service",
        lines: [5],
      },
    ]);
    const references = await callers("auth-service:Session", { ...both, relation: "references" });
    expect(references).toMatchObject([
      { handle: "payment-service:src/pay.ts#processPayment", repository: "payment-service", lines: [6] },
    ]);
  });

  test("are found from a boundary, and the versions that differ are said", async () => {
    const text = await cli([
      "trace",
      "verifyToken",
      "--scope",
      "boundary-aware",
      "--repo",
      "payment-service",
    ]);
    expect(text).toContain("1 caller of verifyToken");
    expect(text).toContain("payment-service asks auth-service for ^2.0.0, 3.1.0 is indexed");
  });

  test("are none of a repository that does not need it, whatever its names", async () => {
    const stray = scratch.folder("stray").repository({
      "package.json": json({ name: "stray" }),
      "src/a.ts":
        'import { verifyToken } from "@shop/auth";\nexport function stray(): boolean {\n  return verifyToken("x");\n}\n',
    });
    await cli(["index", stray.path]);
    expect(await callers("auth-service:verifyToken", { repo: ["auth-service", "stray"] })).toEqual([]);
    await cli(["repos", "remove", "stray"]);
  });
});

describe("clew fleet", () => {
  test("draws who needs whom, and says how each stands", async () => {
    expect(await cli(["fleet", "graph"])).toBe(
      "payment-service → auth-service: @shop/auth (runtime, asks ^2.0.0, 3.1.0 is indexed)\n",
    );
    expect(await cli(["fleet", "graph", "--format", "mermaid"])).toMatch(
      /^graph LR\n[\s\S]*-->\|"@shop\/auth"\|/,
    );
    expect(JSON.parse(await cli(["fleet", "graph", "--format", "json"])).edges).toEqual([
      {
        from: "payment-service",
        to: "auth-service",
        packages: [
          { name: "@shop/auth", kinds: ["runtime"], differs: [{ asked: "^2.0.0", indexed: "3.1.0" }] },
        ],
        calls: null,
      },
    ]);
    expect(await cli(["fleet", "status"])).toContain("auth-service  microservice (set), ");
  });
});

describe("clew repos and clew packages", () => {
  test("list, set, add and remove", async () => {
    expect(await cli(["repos"])).toContain("nestjs-ref  ");
    expect(await cli(["repos", "set", "my-app", "--type", "library", "--priority", "2"])).toContain(
      "weight 2",
    );
    expect(await cli(["repos", "set", "my-app", "--type", "", "--priority", ""])).not.toContain("weight");
    const extra = scratch.folder("extra").repository({ "a.ts": "export const a = 1;\n" });
    expect(await cli(["repos", "add", extra.path, "--type", "reference", "--tag", "1"])).toContain(
      "reference (set)",
    );
    expect(await cli(["index", extra.path, "--tag", "1"])).toContain("nothing was read");
    await cli(["repos", "remove", "extra"]);
    expect(await cli(["repos"])).not.toContain("extra");
    await expect(cli(["repos", "set", "my-app", "--type", "odd"])).rejects.toMatchObject({
      stderr: expect.stringContaining("CHOICE_INVALID"),
    });
  });

  test("say who needs what", async () => {
    expect(await cli(["packages", "my-fullstack-app"])).toContain("  → @app/shared-types * (runtime)");
    expect(await cli(["packages", "payment-service"])).toContain(
      "  → auth-service: @shop/auth ^2.0.0 (runtime), 3.1.0 is indexed",
    );
  });
});
