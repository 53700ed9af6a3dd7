/** What is specified and the code that answers it, as real services write both. */
import { expect, it } from "vitest";
import { type Tree, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function linksOf(tree: Tree): Promise<string[]> {
  const { offers } = await contractsOf(tree);
  return offers
    .filter(({ specification }) => specification)
    .map(({ key, implementation }) => `${key} -> ${implementation ?? "none"}`);
}

const SHOP = `syntax = "proto3";
package shop;
service Currency { rpc Convert (Money) returns (Money); rpc ListAll (Empty) returns (Empty); }
message Money { string code = 1; }
message Empty {}
`;

it("servers of JavaScript name the functions of a service, or bind methods", async () => {
  const plain = await linksOf({
    "shop.proto": SHOP,
    "server.js": `const grpc = require("@grpc/grpc-js");
function convert(call, callback) { callback(null, call.request); }
class Lists { static all(call, callback) { callback(null, {}); } }
function main() {
  const server = new grpc.Server();
  server.addService(shopProto.Currency.service, { convert, listAll: Lists.all.bind(this) });
}
main();
`,
  });
  expect(plain).toEqual(["Currency/Convert -> server.js#convert", "Currency/ListAll -> server.js#Lists.all"]);
});

it("of two classes below one servicer neither is guessed", async () => {
  const links = await linksOf({
    "shop.proto": SHOP,
    "server.py": `import shop_pb2_grpc
class Base(shop_pb2_grpc.CurrencyServicer):
    def ListAll(self, request, context):
        return None
class Currency(Base):
    def Convert(self, request, context):
        return request
class Dummy(Base):
    def Convert(self, request, context):
        return request
`,
  });
  expect(links).toEqual(["Currency/Convert -> none", "Currency/ListAll -> server.py#Base.ListAll"]);
});

const OWNERS = `openapi: 3.0.0
info: { title: Owners, version: "1" }
paths:
  /owners/{id}:
    get: { operationId: getOwner, responses: { "200": { description: one } } }
  /visits:
    post: { operationId: addVisit, responses: { "201": { description: made } } }
`;

it("an operation id is looked for in types that answer requests, not in models", async () => {
  const links = await linksOf({
    "openapi.yml": OWNERS,
    "src/OwnerController.java": `package shop;
import org.springframework.web.bind.annotation.RestController;
@RestController
public class OwnerController implements OwnersApi {
  public OwnerController(Clinic clinic) {}
  @Override public Owner getOwner(Integer id) { return null; }
}
`,
    "src/Clinic.java":
      "package shop;\nimport org.springframework.stereotype.Service;\n@Service public class Clinic {}\n",
    "src/Pet.java": `package shop;
public class Pet {
  public Owner getOwner() { return null; }
  public void addVisit(Visit visit) {}
}
`,
  });
  expect(links).toEqual([
    "GET /owners/{} -> src/OwnerController.java#OwnerController.getOwner",
    "POST /visits -> none",
  ]);
});

it("a schema that a program wrote is read, types written from it resolve nothing, initialisms of Go do", async () => {
  const links = await linksOf({
    "schema.graphql":
      "# THIS FILE WAS AUTOMATICALLY GENERATED (DO NOT MODIFY)\ntype Query {\n  mapGeoJson: String\n  module: String\n}\n",
    "client/models.ts": "export type Query = { module: string };\n",
    "resolvers.go": 'package api\n\nfunc (r *queryResolver) MapGeoJSON() string { return "" }\n',
  });
  expect(links).toEqual([
    "query mapGeoJson -> resolvers.go#queryResolver.MapGeoJSON",
    "query module -> none",
  ]);
});
