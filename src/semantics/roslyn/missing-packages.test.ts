/** What C# keeps of its links when packages are not on this machine. */
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TempFolder } from "../../testing/git-fixture.ts";
import { WrittenView } from "../../testing/written-view.ts";
import type { AnalysedFile } from "../contract.ts";
import { roslynProgram } from "./provider.ts";
import { RoslynService } from "./service.ts";

const program = roslynProgram();
if (typeof program === "string") console.log(`tests of missing packages are skipped: ${program}`);

let folder: TempFolder;
let view: WrittenView;
let service: RoslynService;

beforeAll(() => {
  if (typeof program !== "string") service = new RoslynService({ ...program, packages: null });
});
afterAll(() => service?.close());
beforeEach(() => {
  folder = new TempFolder("clew-missing");
  view = new WrittenView(folder.path);
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

const project = (items: string, properties = "") =>
  `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>${properties}</PropertyGroup><ItemGroup>${items}</ItemGroup></Project>\n`;
const SHOP = `public class Cart { public void Add(int n) {} public void Add(string s) {} public Task<Cart> Load() => null!; public int Size { get; } public IEnumerable<Cart> All() => []; }
public static class Extra { public static void Empty(this Cart cart) {} }\n`;

/** Calls and references of a file as `from to tier`, and the names that nobody knows. */
async function linksOf(path: string): Promise<{ edges: string[]; unresolved: string[] }> {
  const files = [...view.files.values()].map(({ path, hash }) => ({ path, hash }));
  const request = {
    root: folder.path,
    files,
    wanted: files.map((file) => file.path).filter((name) => name.endsWith(".cs")),
    symbolsOf: (at: string) => view.files.get(at)?.facts?.symbols ?? [],
    factsOf: async function* () {},
    readText: async () => null,
  };
  const results: AnalysedFile[] = [];
  for await (const result of service.analyse(request)) results.push(result);
  const found = results.find((result) => result.path === path);
  if (!found || !("links" in found)) throw new Error(`${path} was not analysed`);
  const { edges, unresolved } = found.links;
  const told = edges.filter(({ kind }) => kind === "calls" || kind === "references");
  return {
    edges: told.map(({ from, to, tier }) => `${from} ${to} ${tier}`.replaceAll(/\S+\.cs#/g, "")),
    unresolved: unresolved.map(({ name }) => name),
  };
}

describe.skipIf(typeof program === "string")("a package that is not here", () => {
  test.each([
    [
      "a call with one type argument gives that type",
      "var cart = box.Get<Cart>(); cart.Add(1);",
      ["Cart.Add"],
    ],
    ["overloads are told apart", 'var cart = box.Get<Cart>()!; cart.Add("");', ["Cart.Add~1"]],
    ["extension methods are found", "box.Get<Cart>().Empty();", ["Extra.Empty"]],
    [
      "what it awaits follows",
      "var cart = await box.Get<Cart>().Load(); cart.Add(1);",
      ["Cart.Add", "Cart.Load"],
    ],
    ["a member behind a question mark", "var cart = box.Get<Cart>(); var n = cart?.Size;", ["Cart.Size"]],
    [
      "arguments that are assumed choose, too",
      "var s = box.Get<string>(); box.Get<Cart>().Add(s);",
      ["Cart.Add~1"],
    ],
  ])("%s, which is no proof", async (_, statement, wanted) => {
    await view.write("a.csproj", project('<PackageReference Include="Box" Version="1.0.0" />'));
    await view.write("shop.cs", SHOP);
    await view.write("use.cs", `using Boxes;\nclass Use { async Task Run(Box box) { ${statement} } }\n`);
    const { edges, unresolved } = await linksOf("use.cs");
    expect(edges.filter((edge) => edge.endsWith(" resolved"))).toEqual(
      wanted.map((name) => `Use.Run ${name} resolved`),
    );
    expect(unresolved).toEqual([]);
  });

  test("nothing is assumed of a call without a type or with two", async () => {
    await view.write("a.csproj", project('<PackageReference Include="Box" Version="1.0.0" />'));
    await view.write("shop.cs", SHOP);
    await view.write(
      "use.cs",
      "using Boxes;\nclass Use { void Run(Box box) { box.Get().Add(1); box.Get<Cart, Cart>().Add(1); var x = x.Add(1); } }\n",
    );
    const { edges, unresolved } = await linksOf("use.cs");
    expect(edges.filter((edge) => edge.includes("Add"))).toEqual([]);
    expect(unresolved).toContain("Add");
  });

  test("what the SDK has of it stands in: the compiler knows its types", async () => {
    const item = '<PackageReference Include="Microsoft.Extensions.DependencyInjection" Version="8.0.0" />';
    await view.write("a.csproj", project(item));
    await view.write("shop.cs", SHOP);
    await view.write(
      "use.cs",
      "using Microsoft.Extensions.DependencyInjection;\nclass Use { void Run(IServiceProvider all) => all.GetRequiredService<Cart>().Add(1); }\n",
    );
    expect((await linksOf("use.cs")).edges).toContain("Use.Run Cart.Add compiler");
    expect(service.projects[0]?.missing).toEqual(["Microsoft.Extensions.DependencyInjection"]);
  });

  test("a project of the tree that makes it stands in for it", async () => {
    await view.write("lib/lib.csproj", project("", "<PackageId>My.Shop</PackageId>"));
    await view.write("lib/shop.cs", SHOP);
    await view.write("use/use.csproj", project('<PackageReference Include="my.shop" Version="1.0.0" />'));
    await view.write("use/use.cs", "class Use { void Run(Cart cart) => cart.Add(1); }\n");
    expect((await linksOf("use/use.cs")).edges).toContain("Use.Run Cart.Add compiler");
    expect(service.projects.flatMap(({ missing }) => missing)).toEqual([]);
  });
});
