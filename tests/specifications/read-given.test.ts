/** What specifications say, read from texts alone. */
import { describe, expect, it } from "vitest";
import type { Operation, ReadFiles } from "../../src/specifications/contract.ts";
import { readGiven } from "../../src/specifications/read-given.ts";

function read(
  files: Readonly<Record<string, string>>,
  referred: Readonly<Record<string, string>> = {},
): ReadFiles {
  const given = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([path, text]) => ({ path, text }));
  const isGraphQl = ([path]: [string, string]) => /\.(?:graphql|ts|py)$/.test(path);
  const entries = Object.entries(files);
  return readGiven({
    documents: given(Object.fromEntries(entries.filter((one) => !isGraphQl(one)))),
    referred: given(referred),
    graphql: given(Object.fromEntries(entries.filter(isGraphQl))),
  });
}

function lines({ specifications }: ReadFiles): string[] {
  return specifications.flatMap(({ operations }) => operations.map(lineOf));
}

function lineOf({ side, kind, method, name, path, startLine, id = "-" }: Operation): string {
  return `${side} ${kind} ${method} ${name} ${id} ${path}:${startLine}`;
}

const OPENAPI = `openapi: 3.1.0
info: { title: Users, version: "1" }
servers:
  - url: https://api.example.com/{version}
    variables: { version: { default: v1 } }
paths:
  /users/{id}:
    parameters:
      - { name: id, in: path, schema: { type: integer } }
    get:
      operationId: getUser
      summary: One user
      responses:
        "200":
          content:
            application/json:
              schema: { $ref: "schemas/user.yaml#/User" }
  /login:
    $ref: "paths/login.yaml"
`;
const REFERRED = {
  "schemas/user.yaml":
    "User:\n  type: object\n  properties:\n    name: { type: string }\n    friends: { type: array, items: { $ref: '#/User' } }\n",
  "paths/login.yaml":
    "post:\n  operationId: login\n  requestBody:\n    content:\n      application/json:\n        schema:\n          allOf:\n            - properties: { username: { type: string } }\n            - properties: { password: { type: [string, 'null'] } }\n  responses: {}\n",
};

describe("OpenAPI", () => {
  it("operations have places, also in files that they are taken from", () => {
    expect(lines(read({ "api/openapi.yaml": OPENAPI }, prefixed("api/", REFERRED)))).toEqual([
      "offers route GET /users/{id} getUser api/openapi.yaml:10",
      "offers route POST /login login api/paths/login.yaml:1",
    ]);
  });

  it("request and response are fields with their types", () => {
    const [get, post] = read({ "openapi.yaml": OPENAPI }, REFERRED).specifications[0]!.operations;
    expect(get).toMatchObject({
      bases: ["https://api.example.com/v1"],
      summary: "One user",
      request: { id: "integer" },
      responses: { "200": { name: "string", friends: "User[]" } },
    });
    expect(post!.request).toEqual({ username: "string", password: "string | null" });
  });

  it("Swagger 2 as JSON, with a body and a base path", () => {
    const text = JSON.stringify({
      swagger: "2.0",
      basePath: "/api",
      paths: {
        "/pets": {
          post: {
            operationId: "addPet",
            parameters: [{ in: "body", name: "body", schema: { $ref: "#/definitions/Pet" } }],
            responses: { 201: { schema: { $ref: "#/definitions/Pet" } } },
          },
        },
      },
      definitions: { Pet: { properties: { tag: { type: "string" } } } },
    });
    const [operation] = read({ "swagger.json": text }).specifications[0]!.operations;
    expect(operation).toMatchObject({
      method: "POST",
      name: "/pets",
      bases: ["/api"],
      request: { tag: "string" },
      responses: { "201": { tag: "string" } },
    });
  });

  it.each([
    [
      "a network address",
      "https://evil.example/x.yaml#/A",
      "leads out of the repository and is not followed",
    ],
    ["a file of the machine", "/etc/passwd", "leads out of the repository and is not followed"],
    ["a way out of the root", "../../../etc/passwd", "leads out of the repository and is not followed"],
    ["nothing", "#/components/schemas/None", "leads to nothing in its file"],
    ["a file that is not there", "gone.yaml", "leads to no indexed file"],
    ["itself", "#/components/schemas/Loop", "goes in a circle"],
  ])("a reference to %s costs one problem", (_, reference, said) => {
    const text = `openapi: 3.0.0
components: { schemas: { Loop: { $ref: "#/components/schemas/Loop" } } }
paths:
  /a:
    get: { responses: { "200": { content: { application/json: { schema: { $ref: "${reference}" } } } } } }
    put: { responses: {} }
`;
    const found = read({ "openapi.yaml": text });
    expect(lines(found)).toHaveLength(2);
    expect(found.problems).toEqual([
      {
        code: "SPECIFICATION_REFERENCE",
        message: `the reference ${JSON.stringify(reference)} ${said}`,
        path: "openapi.yaml",
      },
    ]);
  });

  it.each([
    [
      "schemas that hold themselves",
      `{ "openapi": "3.0.0", "paths": { "/a": { "get": { "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/c/A" } } } }, "responses": {} } } }, "c": { "A": { "allOf": [{ "$ref": "#/c/A" }], "properties": { "self": { "$ref": "#/c/A" } } } } }`,
      1,
      [],
    ],
    [
      "a bomb of aliases",
      `openapi: 3.0.0\na: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n${[..."bcdefghijk"].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[at]}`).join(", ")}]`).join("\n")}\npaths: { /a: { get: { responses: {} } } }\n`,
      1,
      [],
    ],
    ["depth", `{"openapi":"3.0.0","paths":${"[".repeat(20_000)}`, 0, ["SPECIFICATION_BROKEN"]],
    ["text that is no YAML", "openapi: 3.0.0\npaths:\n  - ]\n :", 0, ["SPECIFICATION_BROKEN"]],
    [
      "a million paths",
      `openapi: 3.0.0\npaths:\n${Array.from({ length: 20_100 }, (_, at) => `  /p${at}: { get: {} }`).join("\n")}\n`,
      20_000,
      ["SPECIFICATION_LARGE"],
    ],
  ])("%s: what can be told is told, the rest is one problem", (_, text, operations, codes) => {
    const found = read({ "openapi.yaml": text });
    expect(lines(found)).toHaveLength(operations);
    expect(found.problems.map(({ code }) => code)).toEqual(codes);
  });
});

it("AsyncAPI: who publishes to an application is heard by it, what it sends others hear", () => {
  const second = `asyncapi: 2.6.0
channels:
  orders.created:
    publish:
      operationId: onOrder
      message: { payload: { type: object, properties: { id: { type: string } } } }
  mails.wanted:
    subscribe: {}
`;
  const third = `asyncapi: 3.0.0
channels:
  orders: { address: orders.created, messages: { one: { payload: { properties: { id: { type: string } } } } } }
operations:
  hear: { action: receive, channel: { $ref: "#/channels/orders" } }
  tell: { action: send, channel: { $ref: "#/channels/orders" } }
`;
  expect(lines(read({ "second.yaml": second, "third.yaml": third }))).toEqual([
    "offers event  orders.created onOrder second.yaml:4",
    "needs event  mails.wanted - second.yaml:8",
    "offers event  orders.created hear third.yaml:5",
    "needs event  orders.created tell third.yaml:6",
  ]);
});

describe("GraphQL", () => {
  it("root types over several files, with their own names and extensions", () => {
    const found = read({
      "a.graphql":
        'schema { query: Root }\ntype Root {\n  "One user"\n  user(id: ID!): User\n}\ntype User { name: String! }\n',
      "b.graphql": "extend type Root {\n  users(first: Int): [User!]!\n}\ntype Mutation { drop: Boolean }\n",
    });
    expect(lines(found)).toEqual([
      "offers graphql query user Root.user a.graphql:3",
      "offers graphql query users Root.users b.graphql:2",
      "offers graphql mutation drop Mutation.drop b.graphql:4",
    ]);
    expect(found.specifications[0]!.operations[0]).toMatchObject({
      summary: "One user",
      request: { id: "ID!" },
      responses: { User: { name: "String!" } },
    });
  });

  it("documents in code: what they select of the root, where they stand, with what code puts in blanked", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the hole is what is tested.
    const script =
      "const a = 1;\nexport const Q = gql`\n  query GetUser($id: ID!) {\n    user(id: $id) { ...F }\n    others { id }\n  }\n  ${F}\n`;\nconst S = /* GraphQL */ `type Query { a: Int }`;\n";
    expect(lines(read({ "a.ts": script, "b.py": 'Q = gql("""\nmutation { drop }\n""")\n' }))).toEqual([
      "needs graphql query user GetUser a.ts:3",
      "needs graphql query others GetUser a.ts:3",
      "offers graphql query a Query.a a.ts:9",
      "needs graphql mutation drop - b.py:2",
    ]);
  });

  it("resolver maps: functions by name, in place and by shorthand", () => {
    const text =
      'export const resolvers = {\n  Query: {\n    // user: no\n    user: findUser,\n    async users(_, { first = "}" }) {\n      return [];\n    },\n    other,\n  },\n  User: { name: (u) => u.name },\n};\nconst Mutation: MutationResolvers = { drop: async () => true };\n';
    const found = read({ "r.ts": text }).resolvers;
    expect(found.map(({ method, field, handler, startLine }) => [method, field, handler, startLine])).toEqual(
      [
        ["query", "user", "findUser", 4],
        ["query", "users", undefined, 5],
        ["query", "other", undefined, 8],
        ["mutation", "drop", undefined, 12],
      ],
    );
  });

  it.each([
    ["broken", "type {", "SPECIFICATION_BROKEN"],
    ["nested beyond reason", `{${"a{".repeat(100_000)}`, "SPECIFICATION_BROKEN"],
    ["longer than anybody writes", `{${"a ".repeat(500_000)}}`, "SPECIFICATION_BROKEN"],
  ])("a file that is %s costs one problem", (_, text, code) => {
    const found = read({ "a.graphql": text, "b.graphql": "type Query { a: Int }" });
    expect(lines(found)).toEqual(["offers graphql query a Query.a b.graphql:1"]);
    expect(found.problems.map((problem) => [problem.code, problem.path])).toEqual([[code, "a.graphql"]]);
  });
});

it("deployments: names of services, addresses behind names, what gateways hand on", () => {
  const found = read({
    "deploy/docker-compose.yml":
      "services:\n  auth:\n    build: ../services/auth\n    networks: { back: { aliases: [login] } }\n  db: { image: postgres }\n",
    "k8s/all.yaml":
      "apiVersion: v1\nkind: Service\nmetadata: { name: auth-service }\n---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nspec: { rules: [ { http: { paths: [ { path: /auth, backend: { service: { name: auth-service } } } ] } } ] }\n",
    "web/.env.example": "# comment\nexport API_URL=http://api:8080/v1\nDEBUG=1\nAUTH_HOST=auth:50051\n",
    "nginx.conf": "server {\n  location /api/ {\n    proxy_pass http://api:8080/;\n  }\n}\n",
  });
  expect(found.services.map(({ name, folder, line }) => [name, folder, line])).toEqual([
    ["auth", "services/auth", 2],
    ["login", "services/auth", 2],
    ["db", null, 5],
    ["auth-service", null, 1],
  ]);
  expect(found.addresses.map(({ name, address, line }) => [name, address, line])).toEqual([
    ["API_URL", "http://api:8080/v1", 2],
    ["AUTH_HOST", "auth:50051", 4],
  ]);
  expect(found.gateways.map(({ prefix, address, stripsPrefix }) => [prefix, address, stripsPrefix])).toEqual([
    ["/auth", "http://auth-service", false],
    ["/api/", "http://api:8080/", true],
  ]);
  expect(found.problems).toEqual([]);
});

function prefixed(before: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${before}${path}`, text]));
}
