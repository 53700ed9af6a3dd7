/** Calls that were missed or sure of the wrong thing: relative namespaces, extensions beside members, builds, classes in locals. */
import { expect, it } from "vitest";
import { broken, edgeTexts, linkProject, parseFixture } from "./read-fixture.ts";

async function check(text: string): Promise<string[]> {
  const { files, expectations } = parseFixture(text);
  expect(expectations.length).toBeGreaterThan(0);
  const edges = edgeTexts(await linkProject(files));
  expect(broken(expectations, edges).join("\n")).toBe("");
  return edges;
}

it("a using inside of a namespace opens the one beside it (C#)", async () => {
  await check(`//- Internal/Formatter.cs
namespace Shop.Internal;
public class Formatter { public void Reset() {} }
//- Tests/FormatterTests.cs
namespace Shop.Tests;
using Internal;
public class FormatterTests {
  Formatter formatter;
  public void Resets() { formatter.Reset(); }
}
//- expect
Tests/FormatterTests.cs#FormatterTests.Resets calls Internal/Formatter.cs#Formatter.Reset
`);
});

it("an extension is meant where a member of that name takes another number of arguments (C#)", async () => {
  const edges = await check(`//- Validator.cs
namespace Shop;
public interface IValidator { int Check(int order); }
public class Validator : IValidator {
  public int Check(int order) { return order; }
  public int Run(Validator other) { return other.Check(1, 2) + other.Check(3); }
}
//- Extensions.cs
namespace Shop;
public static class Extensions {
  public static int Check(this IValidator validator, int order, int options) { return order; }
}
//- expect
Validator.cs#Validator.Run calls Extensions.cs#Extensions.Check
Validator.cs#Validator.Run calls Validator.cs#Validator.Check
`);
  expect(edges.filter((edge) => edge.includes("Run calls"))).toHaveLength(2);
});

it("each file that defines a name for one build may be meant (Go)", async () => {
  await check(`//- go.mod
module example.com/shop
//- path/find_unix.go
package path
func Find(name string) string { return name }
//- path/find_js.go
package path
func Find(name string) string { return "" }
//- path/env.go
package path
func Look() string { return Find("a") }
//- main.go
package main
import "example.com/shop/path"
func main() { path.Find("b"); path.Look() }
//- expect
path/env.go#Look calls path/find_unix.go#Find heuristic
path/env.go#Look calls path/find_js.go#Find heuristic
main.go#main calls path/find_unix.go#Find heuristic
main.go#main calls path/find_js.go#Find heuristic
main.go#main calls path/env.go#Look
`);
});

it("a field of a struct that a function writes out hides no type (Go)", async () => {
  await check(`//- cache.go
package cache
type Cache struct { Key string }
//- cache_test.go
package cache
func TestCache() {
  cases := []struct {
    Cache *Cache
    Kept bool
  }{{Cache: &Cache{Key: "a"}, Kept: true}}
  _ = cases
}
//- expect
cache_test.go#TestCache calls cache.go#Cache
`);
});

it("a class of a module or a class that a local holds is made", async () => {
  await check(`//- app.ts
export class App { get(path: string) { return path; } }
//- index.ts
export * from "./app";
//- bench.ts
import * as source from "./index";
import { App } from "./app";
export function first(lib: typeof source) { const app = new lib.App(); app.get("/"); }
export function second(lib: typeof source) { return new lib.App().get("/"); }
export function third() { const Made = App; const app = new Made(); app.get("/"); }
//- expect
bench.ts#first calls app.ts#App.get
bench.ts#second calls app.ts#App.get
bench.ts#third calls app.ts#App.get
`);
});

it("an object that is called gives what its class says (Python)", async () => {
  await check(`//- client.py
class Client:
    def get(self, path: str) -> str:
        return path
//- types.py
from typing import Protocol
from client import Client
class Factory(Protocol):
    def __call__(self, app: str) -> Client: ...
//- test_client.py
from types import Factory
def test_get(factory: Factory) -> None:
    client = factory("app")
    client.get("/")
def test_direct(factory: Factory) -> None:
    factory("app").get("/")
//- expect
test_client.py#test_get calls client.py#Client.get
test_client.py#test_direct calls client.py#Client.get
`);
});

it("types that other parts of a class declare, and what an extension of a foreign type gives (C#)", async () => {
  await check(`//- Mapper.Reader.cs
namespace Shop {
  public static partial class Mapper {
    public class Reader { public int Read() { return 1; } }
  }
}
//- Mapper.cs
namespace Shop {
  public static partial class Mapper {
    public static Reader QueryMany(this IDbConnection connection, string sql) { return null; }
    static int First(Reader reader) { return reader.Read(); }
  }
}
//- Use.cs
namespace Shop.Tests {
  public class Use {
    int Run(IDbConnection connection) {
      var grid = connection.QueryMany("select 1");
      return grid.Read();
    }
  }
}
//- expect
Mapper.cs#Shop.Mapper.First calls Mapper.Reader.cs#Shop.Mapper.Reader.Read
Use.cs#Shop.Tests.Use.Run calls Mapper.Reader.cs#Shop.Mapper.Reader.Read heuristic
`);
});
