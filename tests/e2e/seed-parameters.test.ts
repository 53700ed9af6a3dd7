/** Every parameter of the tools that users of other servers know, by the examples they were described with, through a real client. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient } from "../../src/testing/mcp-client.ts";
import { writeSeedFleet } from "./seed-fleet.ts";

const scratch = new TempFolder("clew-seed");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home"), CLEW_QUERY_MS: "120000" };
const at = writeSeedFleet(scratch);

type Fields = Record<string, unknown>;

let client: Client;
beforeAll(async () => {
  client = await connectMcpClient(at["my-nestjs-app"], env, "--profile", "full");
  for (const asked of [
    {
      repo_path: at["auth-service"],
      repo_id: "auth-service",
      repo_type: "microservice",
      service_config: { service_id: "auth-api", service_type: "rest", api_spec_path: "./docs/openapi.yaml" },
    },
    { repo_path: at["notification-service"], repo_id: "notification-service", repo_type: "microservice" },
    {
      repo_path: at["payment-service"],
      repo_id: "payment-service",
      repo_type: "microservice",
      service_config: {
        service_id: "payment-api",
        service_type: "rest",
        api_spec_path: "./api/swagger.json",
      },
      detect_dependencies: true,
      dependency_repos: ["auth-service"],
    },
    {
      repo_path: at["user-service"],
      repo_id: "user-service",
      service_config: { service_id: "user-api", service_type: "graphql", api_spec_path: "./schema.graphql" },
    },
    { repo_path: at["my-fullstack-app"], repo_id: "my-fullstack-app", repo_type: "monorepo" },
    { repo_path: at["my-nestjs-app"], repo_id: "my-app", repo_type: "monolithic" },
    { repo_path: at.nestjs, repo_id: "nestjs-ref", repo_type: "reference", version: "v10.3.0" },
    { repo_path: at.libraries, repo_id: "lib-docs", repo_type: "documentation" },
  ])
    await ask("index_repository", asked);
}, 180_000);
afterAll(async () => {
  await client.close();
  scratch.remove();
});

async function ask<T = Fields>(name: string, args: Fields): Promise<T> {
  const result = await callTool(client, name, { ...args, format: "json", max_tokens: 12_000 });
  expect(result.isError, result.content[0]!.text!).toBeFalsy();
  return result.structuredContent as T;
}

interface Searched {
  scope: string;
  files: string[];
  items: { section: string; path: string; similarTo?: string }[];
  imports?: { path: string; depth: number; isExternal: boolean }[];
  groups: { repository: string; depth: number; relation?: string; api_contracts?: unknown[] }[];
  metadata: Fields;
}

const search = (query: string, args: Fields = {}) => ask<Searched>("search_codebase", { query, ...args });
const bodies = ({ items }: Searched) => items.filter(({ section }) => section === "primary");
const of = ({ files }: Searched, repository: string) =>
  files.filter((file) => file.startsWith(`${repository}:`));

describe("search_codebase", () => {
  test("scope global asks all own code, at most max_files of it", async () => {
    const query = "How is authentication handled?";
    const all = await search(query, { scope: "global", max_files: 15 });
    expect(all.scope).toBe("global");
    expect(all.files).toContain("auth-service:src/auth/login.ts");
    expect(all.metadata).toMatchObject({ total_repos_searched: 6 });
    expect(all.files.length).toBeGreaterThan(2);
    const two = await search(query, { scope: "global", max_files: 2 });
    expect(two.files).toHaveLength(2);
    expect(two.files).toContain("auth-service:src/auth/login.ts");
  });

  test("scope repository asks repo_id alone, or several, with at most max_snippets bodies", async () => {
    const asked = { scope: "repository", repo_id: "auth-service" };
    const one = await search("JWT token validation", { ...asked, max_snippets: 20 });
    expect(one.files).toContain("src/auth/login.ts");
    expect(bodies(one).length).toBeGreaterThan(1);
    expect(bodies(await search("JWT token validation", { ...asked, max_snippets: 1 }))).toHaveLength(1);
    const two = await search("token", { repo_id: ["auth-service", "payment-service"] });
    expect(two.groups.map(({ repository }) => repository)).toEqual(["auth-service", "payment-service"]);
  });

  test("scope service asks service_id", async () => {
    const { files, groups } = await search("GraphQL resolvers for user queries", {
      scope: "service",
      service_id: "user-api",
    });
    expect(files[0]).toBe("src/resolvers/user.ts");
    expect(groups).toMatchObject([{ repository: "user-service", depth: 0 }]);
  });

  test("scope workspace asks workspace_id and so one language; its repository has both", async () => {
    const backend = { scope: "workspace", workspace_id: "backend" };
    expect((await search("user authentication", backend)).files).toEqual(["apps/backend/main.py"]);
    const both = await search("user API implementation", {
      scope: "repository",
      repo_id: "my-fullstack-app",
    });
    expect(both.files).toContain("apps/backend/main.py");
    expect(both.files).toContain("apps/frontend/src/api-client.ts");
  });

  test("scope boundary-aware starts at start_repo and follows dependency_depth when include_dependencies says so", async () => {
    const query = "How does payment processing work?";
    const asked = { scope: "boundary-aware", start_repo: "payment-service" };
    const { groups, metadata } = await search(query, {
      ...asked,
      include_dependencies: true,
      dependency_depth: 2,
      search_api_contracts: true,
    });
    expect(groups.map(({ repository, depth }) => [repository, depth])).toEqual([
      ["payment-service", 0],
      ["auth-service", 1],
      ["notification-service", 1],
    ]);
    expect(groups[1]!.relation).toBe("payment-service calls POST /api/verify");
    expect(groups[1]!.api_contracts).toMatchObject([{ endpoint: "/api/verify", method: "POST" }]);
    expect(metadata).toMatchObject({ total_repos_searched: 3, dependency_depth_reached: 1 });
    const alone = await search("Payment processing flow", { ...asked, include_dependencies: false });
    expect(alone.metadata).toMatchObject({ total_repos_searched: 1, dependency_depth_reached: 0 });
    const untold = await search(query, { ...asked, include_dependencies: true, search_api_contracts: false });
    expect(untold.groups.filter((group) => "api_contracts" in group)).toEqual([]);
  });

  test("include_references brings in max_reference_results of them, behind own code", async () => {
    const query = "how to implement guards";
    const own = await search(query, { scope: "global" });
    expect(of(own, "nestjs-ref")).toEqual([]);
    const asked = { scope: "global", include_references: true };
    const five = await search(query, { ...asked, max_reference_results: 5 });
    expect(five.files.slice(0, 2).sort()).toEqual([
      "my-app:src/guards/auth.guard.ts",
      "my-app:src/guards/roles.guard.ts",
    ]);
    expect(of(five, "nestjs-ref")).toHaveLength(5);
    expect(of(await search(query, { ...asked, max_reference_results: 1 }), "nestjs-ref")).toHaveLength(1);
    expect(of(await search(query, { ...asked, max_reference_results: 0 }), "nestjs-ref")).toEqual([]);
    const mine = await search(query, { scope: "repository", repo_id: "my-app" });
    expect(mine.files.every((file) => file.startsWith("src/guards/"))).toBe(true);
  });

  test("include_documentation brings in max_documentation_results sections", async () => {
    const query = "API usage examples";
    expect(of(await search(query, { scope: "global" }), "lib-docs")).toEqual([]);
    const asked = { scope: "global", include_documentation: true };
    expect(of(await search(query, { ...asked, max_documentation_results: 3 }), "lib-docs")).toHaveLength(3);
    expect(of(await search(query, { ...asked, max_documentation_results: 1 }), "lib-docs")).toHaveLength(1);
  });

  test("include_imports shows import_depth levels", async () => {
    const query = "authenticateUser hashPassword";
    const asked = { repo_id: "auth-service", max_files: 1 };
    const depths = ({ imports = [] }: Searched) => Math.max(0, ...imports.map(({ depth }) => depth));
    expect(depths(await search(query, asked))).toBe(3);
    expect(depths(await search(query, { ...asked, import_depth: 1 }))).toBe(1);
    expect(depths(await search(query, { ...asked, import_depth: 0 }))).toBe(0);
    expect(depths(await search(query, { ...asked, include_imports: false }))).toBe(0);
  });

  test("dedup_threshold folds copies, and similar_to names what they repeat", async () => {
    const folded = (answer: Searched) => bodies(answer).filter(({ similarTo }) => similarTo !== undefined);
    const asked = { repo_id: "payment-service" };
    const once = await search("formatDate of a payment", { ...asked, dedup_threshold: 0.92 });
    expect(folded(once)).toHaveLength(1);
    const twice = await search("formatDate of a payment", { ...asked, dedup_threshold: 1.01 });
    expect(folded(twice)).toEqual([]);
  });

  test("similarity_threshold leaves out what is only a little alike", async () => {
    const asked = { scope: "global", max_files: 30 };
    const query = "credentials of people";
    const all = await search(query, asked);
    const near = await search(query, { ...asked, similarity_threshold: 1 });
    expect(near.files.length).toBeLessThan(all.files.length);
  });
});

describe("get_file_context", () => {
  const file = { file_path: "src/auth/login.ts", repo: "auth-service" };
  interface Context {
    imports: string[];
    external: string[];
    callers: { handle: string }[];
    callees: { handle: string }[];
  }
  const context = (args: Fields) => ask<Context>("get_file_context", { ...file, ...args });

  test("file_path with what it imports, who uses it and what it uses", async () => {
    const { imports, callers, callees } = await context({});
    expect(imports.join("\n")).toContain("src/utils/pepper.ts");
    expect(callers.map(({ handle }) => handle)).toContain("src/controllers/verify.ts#verifyToken");
    expect(callees.map(({ handle }) => handle)).toContain("src/utils/crypto.ts#hashPassword");
  });

  test("include_callers, include_callees and import_depth leave their part out", async () => {
    expect((await context({ include_callers: false })).callers).toEqual([]);
    expect((await context({ include_callees: false })).callees).toEqual([]);
    const one = (await context({ import_depth: 1 })).imports.join("\n");
    expect(one).toContain("src/utils/crypto.ts");
    expect(one).not.toContain("src/utils/salt.ts");
    expect((await context({ import_depth: 0 })).imports).toEqual([]);
  });
});

test("find_symbol_definition: symbol_name, with usages when include_usages says so", async () => {
  const asked = { symbol_name: "hashPassword", repo: "auth-service" };
  const text = async (args: Fields) =>
    (await callTool(client, "find_symbol_definition", args)).content[0]!.text!;
  const alone = await text(asked);
  expect(alone).toContain("src/utils/crypto.ts:4-6  export function hashPassword(plain: string): string");
  expect(alone).not.toContain("usages:");
  expect(await text({ ...asked, include_usages: true })).toMatch(
    /usages: [\s\S]*src\/auth\/login\.ts:\d+ authenticateUser/,
  );
});

describe("index_repository", () => {
  test("incremental false reads everything anew, and true only what changed", async () => {
    const asked = { repo_path: at["auth-service"], repo_id: "auth-service" };
    expect(await ask("index_repository", { ...asked, incremental: true })).toMatchObject({ parsed: 0 });
    const { files, parsed } = await ask("index_repository", { ...asked, incremental: false });
    expect(parsed).toBe(files);
    expect(await ask("index_repository", { repo_id: "auth-service", incremental: true })).toMatchObject({
      parsed: 0,
    });
  });

  test("dependency_repos limits what detect_dependencies finds", async () => {
    const needing = scratch.folder("needing").repository({
      "package.json": JSON.stringify({ name: "needing", dependencies: { auth: "1" } }),
    });
    const found = async (dependency_repos: string[]) => {
      const asked = { repo_path: needing.path, detect_dependencies: true, dependency_repos };
      return (await ask("index_repository", asked)).dependencies as Fields[];
    };
    expect(await found(["payment-service"])).toEqual([]);
    expect(await found(["auth-service"])).toMatchObject([{ repository: "auth-service", package: "auth" }]);
  });

  test("summary_method rule-based is kept, and llm is refused without a model", async () => {
    const asked = { repo_id: "payment-service" };
    await ask("index_repository", { ...asked, summary_method: "rule-based" });
    const refused = await callTool(client, "index_repository", { ...asked, summary_method: "llm" });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]!.text).toContain("summary.writer");
  });
});

test("list_indexed_repos tells type, version, files, services with their endpoints, and what is left out of global", async () => {
  const { repositories } = await ask<{ repositories: Fields[] }>("list_indexed_repos", {});
  const byId = new Map(repositories.map((one) => [one.repo_id, one]));
  expect(byId.get("auth-service")).toMatchObject({
    repo_type: "microservice",
    file_count: 9,
    exclude_from_default_search: false,
    services: [{ service_id: "auth-api", service_type: "rest", api_endpoints_count: 1 }],
  });
  expect(byId.get("user-service")).toMatchObject({
    services: [{ service_id: "user-api", service_type: "graphql", api_endpoints_count: 1 }],
  });
  expect(byId.get("nestjs-ref")).toMatchObject({
    repo_type: "reference",
    version: "v10.3.0",
    exclude_from_default_search: true,
  });
  expect(byId.get("lib-docs")).toMatchObject({
    repo_type: "documentation",
    exclude_from_default_search: true,
  });
  expect(byId.get("auth-service")!.indexed_at).toMatch(/^\d{4}-\d\d-\d\dT/);
});
