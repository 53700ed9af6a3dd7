/** Services that call each other over HTTP, gRPC, GraphQL and a topic, asked through a real client. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient, type ToolResult } from "../../src/testing/mcp-client.ts";

const scratch = new TempFolder("clew-services");
const env = { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join("home") };
const json = JSON.stringify;

const auth = scratch.folder("auth-service").repository({
  "package.json": json({ name: "auth", dependencies: { express: "4" } }),
  Dockerfile: "FROM node\n",
  "docs/openapi.yaml": `openapi: 3.0.0
info: { title: Auth, version: "1" }
paths:
  /api/verify:
    post:
      summary: Verify JWT token validity
      requestBody: { content: { application/json: { schema: { properties: { token: { type: string } } } } } }
      responses:
        "200": { content: { application/json: { schema: { properties: { valid: { type: boolean } } } } } }
  /api/forgotten:
    get: { summary: Nobody wrote it, responses: {} }
`,
  "src/verify.ts":
    "/** Verifies a token. */\nexport function verifyToken(req: Request, res: Response): void {\n  res.json({ valid: true });\n}\n",
  "src/app.ts":
    'import express from "express";\nimport { verifyToken } from "./verify";\n\nconst app = express();\napp.post("/api/verify", verifyToken);\n',
  "proto/auth.proto":
    'syntax = "proto3";\npackage shop;\n\nservice AuthService {\n  // Logs in.\n  rpc Login (LoginRequest) returns (LoginResponse);\n}\nmessage LoginRequest { string username = 1; }\nmessage LoginResponse { string token = 1; }\n',
  "src/grpc.py":
    "import auth_pb2_grpc\n\n\nclass AuthServicer(auth_pb2_grpc.AuthServiceServicer):\n    def Login(self, request, context):\n        return None\n",
  "src/events.ts":
    'import { Kafka } from "kafkajs";\n\nexport async function listen(consumer: any) {\n  await consumer.subscribe({ topic: "payments.done" });\n}\n',
});
const payment = scratch.folder("payment-service").repository({
  "package.json": json({ name: "payment" }),
  "src/process-payment.ts": `/** Payment processing flow. */
export async function processPayment(token: string): Promise<boolean> {
  const response = await fetch("http://auth-service/api/verify", {
    method: "POST",
    body: JSON.stringify({ token }),
  });
  return (await response.json()).valid;
}
`,
  "src/auth-client.ts": `import { AuthServiceClient } from "./proto/auth_grpc_pb";

const client = new AuthServiceClient("auth-service:50051");

export async function login(request: unknown) {
  return client.login(request);
}
`,
  "src/notify.ts":
    'import { Kafka } from "kafkajs";\n\nexport async function tellAll(producer: any) {\n  await producer.send({ topic: "payments.done", messages: [] });\n}\n',
});
const fullstack = scratch.folder("my-fullstack-app").repository({
  "package.json": json({ name: "root", private: true, workspaces: ["apps/frontend", "packages/*"] }),
  "apps/backend/requirements.txt": "fastapi==0.110\n",
  "apps/backend/app/main.py":
    'from fastapi import FastAPI\n\nfrom app.users import router\n\napp = FastAPI()\napp.include_router(router, prefix="/api")\n',
  "apps/backend/app/users.py":
    'from fastapi import APIRouter\n\nrouter = APIRouter(prefix="/users")\n\n\n@router.get("")\ndef list_users():\n    """All users of the shop."""\n    return []\n',
  "apps/backend/schema.graphql":
    "type Query {\n  getUser(id: ID!): User\n}\ntype User { username: String! }\n",
  "apps/backend/app/schema.py":
    "import graphene\n\n\nclass Query(graphene.ObjectType):\n    def resolve_get_user(self, info, id):\n        return None\n",
  "apps/frontend/package.json": json({ name: "frontend", dependencies: { "@app/shared-types": "*" } }),
  "apps/frontend/src/api-client.ts":
    'import { User } from "@app/shared-types";\n\nexport async function loadUsers(): Promise<User[]> {\n  return (await fetch("/api/users")).json();\n}\n',
  "apps/frontend/src/data-fetcher.ts":
    'import { gql } from "graphql-request";\n\nexport const GET_USER = gql`\n  query GetUser($id: ID!) {\n    getUser(id: $id) {\n      username\n    }\n  }\n`;\n',
  "packages/shared-types/package.json": json({ name: "@app/shared-types", main: "index.ts" }),
  "packages/shared-types/index.ts": "export interface User {\n  username: string;\n}\n",
});

let client: Client;
beforeAll(async () => {
  client = await connectMcpClient(payment.path, env, "--profile", "full");
  await ask("index_repository", {
    repo_path: auth.path,
    repo_type: "microservice",
    service_config: { service_id: "auth-api", service_type: "rest", api_spec_path: "./docs/openapi.yaml" },
  });
  for (const { path } of [payment, fullstack]) await ask("index_repository", { repo_path: path });
}, 120_000);
afterAll(async () => {
  await client.close();
  scratch.remove();
});

async function call(name: string, args: Record<string, unknown>): Promise<ToolResult> {
  return callTool(client, name, args);
}

async function ask<T = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<T> {
  const result = await call(name, { ...args, format: "json" });
  expect(result.isError, result.content[0]!.text!).toBeFalsy();
  return result.structuredContent as T;
}

async function text(name: string, args: Record<string, unknown>): Promise<string> {
  return (await call(name, args)).content.map((one) => one.text).join("\n");
}

interface Found {
  contracts: Record<string, unknown>[];
  calls: { key: string; metBy: { handle: string }[] }[];
}

describe("search_api_contracts", () => {
  test("a specified operation with its shape, its implementation and its callers", async () => {
    const { contracts } = await ask<Found>("search_api_contracts", {
      query: "verify token endpoint",
      service_id: "auth-api",
      include_implementation: true,
    });
    expect(contracts).toHaveLength(1);
    expect(contracts[0]).toMatchObject({
      service: "auth-api",
      type: "rest",
      endpoint: "/api/verify",
      method: "POST",
      summary: "Verify JWT token validity",
      request: { token: "string" },
      response: { "200": { valid: "boolean" } },
      implementation_file: "auth-service:src/verify.ts",
      implementation_lines: "2-4",
      callers: [
        {
          service: "payment-service",
          handle: "payment-service:src/process-payment.ts#processPayment",
          line: 3,
        },
      ],
    });
    expect(contracts[0]!.implementation_code).toContain("export function verifyToken");
  });

  test("an operation that nothing implements says so", async () => {
    const { contracts } = await ask<Found>("search_api_contracts", { query: "forgotten" });
    expect(contracts[0]).toMatchObject({
      implementation_file: null,
      implementedBy: "not found: no route of this method and shape, no function of its operation id",
    });
  });

  test.each([
    ["grpc", "AuthService/Login", "auth-service:src/grpc.py"],
    ["graphql", "getUser", "my-fullstack-app:apps/backend/app/schema.py"],
  ])("%s: %s is implemented in %s", async (api_type, endpoint, file) => {
    const { contracts } = await ask<Found>("search_api_contracts", { api_type });
    expect(contracts.map((one) => [one.type, one.endpoint, one.implementation_file])).toEqual([
      [api_type, endpoint, file],
    ]);
  });

  test("a service that nobody knows is refused with a hint", async () => {
    const result = await call("search_api_contracts", { service_id: "nobody" });
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toContain("SERVICE_UNKNOWN");
  });
});

test("payment depends on auth at depth 1 over HTTP, and the group holds the contract", async () => {
  const { groups } = await ask<{ groups: Record<string, unknown>[] }>("search_codebase", {
    query: "payment processing flow",
    scope: "boundary-aware",
    start_repo: "payment-service",
    include_dependencies: true,
  });
  expect(groups.map(({ repository, depth }) => [repository, depth])).toEqual([
    ["payment-service", 0],
    ["auth-service", 1],
  ]);
  expect(groups[1]).toMatchObject({
    relation: "payment-service calls POST /api/verify, AuthService/login, payments.done",
    api_contracts: expect.arrayContaining([
      expect.objectContaining({
        endpoint: "/api/verify",
        method: "POST",
        request: { token: "string" },
        implementation: { file: "auth-service:src/verify.ts", lines: "2-4" },
        usage_count: 1,
      }),
    ]),
  });
  expect(groups[0]!.service_calls).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        file: "payment-service:src/process-payment.ts",
        line: 3,
        target_service: "auth-api",
        tier: "resolved",
      }),
    ]),
  );
});

const ALL = { repo: ["payment-service", "auth-service"] };

test.each([
  ["over HTTP", "verifyToken", "over POST /api/verify:", "process-payment.ts:3 processPayment"],
  ["over gRPC by address", "AuthServicer.Login", "over rpc AuthService/Login:", "auth-client.ts:6 login"],
  ["over a topic", "auth-service:src/events.ts#listen", "over event payments.done:", "notify.ts:4 tellAll"],
])("callers in another repository: %s", async (_, symbol, over, site) => {
  const told = await text("trace", { symbol, ...ALL });
  expect(told).toContain(over);
  expect(told).toContain(site);
});

test("a trace goes on behind a contract, and stays inside when asked to", async () => {
  const told = await text("trace", { symbol: "processPayment", relation: "callees", ...ALL });
  expect(told).toContain("auth-service:src/verify.ts#verifyToken");
  const inside = await text("trace", {
    symbol: "processPayment",
    relation: "callees",
    across: "none",
    ...ALL,
  });
  expect(inside).not.toContain("verifyToken");
});

test("inside a monorepo: the front end's call leads to the function of the back end, with its contract", async () => {
  const { offers, needs } = await ask<{ offers: { key: string }[]; needs: Found["calls"] }>("contracts", {
    repo: "my-fullstack-app",
  });
  expect(offers.map(({ key }) => key).sort()).toEqual(["GET /api/users", "query getUser"]);
  expect(needs.map(({ key, metBy }) => [key, metBy.map(({ handle }) => handle)])).toEqual([
    ["GET /api/users", ["apps/backend/app/users.py#list_users"]],
    ["query getUser", ["apps/backend/app/schema.py#Query.resolve_get_user"]],
  ]);
  const context = await text("context", { task: "loadUsers in the api client", repo: "my-fullstack-app" });
  expect(context).toContain("GET /api/users => apps/backend/app/users.py#list_users");
});

test("services: what each offers and which it calls", async () => {
  const told = await text("services", ALL);
  expect(told).toContain("auth-api  offers 2 rest, 1 grpc, 1 event  (configured)");
  expect(told).toContain("calls auth-api: POST /api/verify  (resolved)");
});
