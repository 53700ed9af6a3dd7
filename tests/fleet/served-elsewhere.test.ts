/** A contract in a repository of its own, a service that serves it and one that asks it: the scope goes on to who serves. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const scratch = new TempFolder("clew-served-elsewhere");
const engine = await openEngine({ home: scratch.join("home"), env: { PATH: process.env.PATH } });

const HEAD = 'syntax = "proto3";\npackage shop;\n\n';
const FLEET: Record<string, Record<string, string>> = {
  contracts: {
    "shop.proto":
      `${HEAD}service ShippingService {\n  rpc GetQuote(GetQuoteRequest) returns (GetQuoteResponse);\n}\n\n` +
      "service EmailService {\n  rpc SendMail(SendMailRequest) returns (Empty);\n}\n\n" +
      "message GetQuoteRequest { string zip = 1; }\nmessage GetQuoteResponse { int32 cost = 1; }\n" +
      "message SendMailRequest { string to = 1; }\nmessage Empty {}\n",
  },
  shipping: {
    "go.mod": "module example.com/shipping\n\ngo 1.20\n\nrequire google.golang.org/grpc v1.60.0\n",
    Dockerfile: "FROM golang\n",
    "main.go":
      'package main\n\nimport (\n\t"context"\n\tpb "example.com/shipping/genproto"\n)\n\ntype server struct{}\n\n' +
      "// GetQuote says what sending costs.\n" +
      "func (s *server) GetQuote(ctx context.Context, in *pb.GetQuoteRequest) (*pb.GetQuoteResponse, error) {\n\treturn nil, nil\n}\n",
  },
  mailer: {
    "requirements.txt": "grpcio==1.60\n",
    Dockerfile: "FROM python\n",
    "mail_server.py":
      "import shop_pb2_grpc\n\n\nclass Base(shop_pb2_grpc.EmailServiceServicer):\n    pass\n\n\n" +
      "class EmailService(Base):\n    def SendMail(self, request, context):\n        return None\n",
  },
  checkout: {
    "go.mod": "module example.com/checkout\n\ngo 1.20\n\nrequire google.golang.org/grpc v1.60.0\n",
    Dockerfile: "FROM golang\n",
    "main.go":
      'package main\n\nimport (\n\t"context"\n\tpb "example.com/checkout/genproto"\n\t"google.golang.org/grpc"\n)\n\n' +
      "type checkout struct{ conn *grpc.ClientConn }\n\n" +
      "// GetQuote hands on what the shipping service says.\n" +
      "func (c *checkout) GetQuote(ctx context.Context, in *pb.GetQuoteRequest) (*pb.GetQuoteResponse, error) {\n" +
      "\treturn pb.NewShippingServiceClient(c.conn).GetQuote(ctx, in)\n}\n\n" +
      "func (c *checkout) confirm(ctx context.Context) {\n" +
      "\tpb.NewEmailServiceClient(c.conn).SendMail(ctx, &pb.SendMailRequest{})\n}\n",
  },
};

beforeAll(async () => {
  for (const [name, files] of Object.entries(FLEET)) {
    scratch.folder(name).repository(files);
    await engine.update(await engine.resolveRoot(scratch.join(name), { isExact: true }));
  }
}, 60_000);
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

test("a scope around the caller takes in who serves, not who specifies", async () => {
  const scope = await engine.resolveScope(
    { kind: "boundary-aware", repositories: ["checkout"] },
    scratch.join("checkout"),
  );
  expect(scope.map(({ name, origin }) => [name, origin])).toEqual([
    ["checkout", { kind: "asked" }],
    [
      "shipping",
      { kind: "depends-on", depth: 1, via: "checkout calls ShippingService/GetQuote", by: "calls" },
    ],
    ["mailer", { kind: "depends-on", depth: 1, via: "checkout calls EmailService/SendMail", by: "calls" }],
  ]);
});

test("the specification says who serves it, and a method that hands on is none of them", async () => {
  const scope = await engine.resolveScope({ kind: "global", repositories: [] }, scratch.join("checkout"));
  const { offers } = await engine.read(scope, (session) => session.contracts());
  const told = offers.map(({ repository, key, implementation, implementedBy }) => ({
    repository,
    key,
    implementation,
    implementedBy,
  }));
  expect(told).toContainEqual({
    repository: "contracts",
    key: "ShippingService/GetQuote",
    implementation: undefined,
    implementedBy: "in shipping",
  });
  expect(told).toContainEqual({
    repository: "shipping",
    key: "ShippingService/GetQuote",
    implementation: "main.go#server.GetQuote",
    implementedBy: "method of a servicer, specified in contracts",
  });
  expect(told.filter(({ repository }) => repository === "checkout")).toEqual([]);
});

test("services are told by what is there, whatever their folders are called", async () => {
  const types = Object.fromEntries((await engine.catalog()).map(({ name, type }) => [name, type]));
  expect(types).toMatchObject({ shipping: "microservice", mailer: "microservice", checkout: "microservice" });
});
