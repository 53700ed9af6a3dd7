/** What the C# compiler says of small trees: one case per construct. */
import { rmSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TempFolder } from "../../testing/git-fixture.ts";
import { WrittenView } from "../../testing/written-view.ts";
import type { AnalysedFile } from "../contract.ts";
import { roslynProgram } from "./provider.ts";
import { RoslynService } from "./service.ts";

const program = roslynProgram();
if (typeof program === "string") console.log(`tests of C# by Roslyn are skipped: ${program}`);

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
</Project>
`;

let folder: TempFolder;
let view: WrittenView;
let service: RoslynService;

beforeAll(() => {
  if (typeof program !== "string") service = new RoslynService({ ...program, packages: null });
});
afterAll(() => service?.close());
beforeEach(() => {
  folder = new TempFolder("clew-roslyn");
  view = new WrittenView(folder.path);
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

async function analyse(wanted?: string[]): Promise<AnalysedFile[]> {
  const files = [...view.files.values()].map(({ path, hash }) => ({ path, hash }));
  const results: AnalysedFile[] = [];
  const request = {
    root: folder.path,
    files,
    wanted: wanted ?? files.map(({ path }) => path).filter((path) => path.endsWith(".cs")),
    symbolsOf: (path: string) => view.files.get(path)?.facts?.symbols ?? [],
    factsOf: async function* () {},
    readText: async () => null,
  };
  for await (const result of service.analyse(request)) results.push(result);
  return results;
}

/** `from kind to @lines`, of all files; `a.cs#` is left out of names in that file. */
function edgesOf(results: readonly AnalysedFile[]): string[] {
  return results.flatMap((result) =>
    "links" in result
      ? result.links.edges.map(({ from, kind, to, lines }) =>
          `${from} ${kind} ${to} @${lines.join(",")}`.replaceAll("a.cs#", ""),
        )
      : [],
  );
}

interface Case {
  name: string;
  code: string;
  edges?: string[];
  absent?: string[];
}

const CASES: Case[] = [
  {
    name: "calls of methods, static and not, through chains and null checks",
    code: `class A { public A Me() => this; public static void S() {} public int N(int x) => x; }
class B { void M(A a) { A.S(); a.Me().N(1); a?.N(2); } }`,
    edges: ["B.M calls A.S @2", "B.M calls A.Me @2", "B.M calls A.N @2", "B.M references A @2"],
  },
  {
    name: "overloads are told apart by their arguments",
    code: `class A { public void F(int x) {} public void F(string x) {} public void F<T>(List<T> x) {} }
class B { void One(A a) => a.F(1);
void Two(A a) => a.F("");
void Three(A a) => a.F(new List<int>()); }`,
    edges: ["B.One calls A.F @2", "B.Two calls A.F~1 @3", "B.Three calls A.F~2 @4"],
    absent: ["B.One calls A.F~1", "B.Two calls A.F @"],
  },
  {
    name: "constructors: written, implied, target-typed, chained, primary",
    code: `class A { public A(int x) {} public A() : this(1) {} }
class Plain {}
class C(int x) : A(x) {}
class D : A { public D() : base(2) {} }
class E { void M() { new A(1); new Plain(); A a = new(); var c = new C(3); } }`,
    edges: [
      "A.A~1 calls A.A @1",
      "C calls A.A @3",
      "D.D calls A.A @4",
      "E.M calls A @5",
      "E.M calls A.A @5",
      "E.M calls A.A~1 @5",
      "E.M calls Plain @5",
      "E.M calls C @5",
      "C inherits A @3",
      "D inherits A @4",
    ],
  },
  {
    name: "properties, fields, events and constants are referenced; delegates they hold are called",
    code: `class A { public int P { get; set; } public int f; public event Action? E; public const int K = 1; public Func<int> Run = () => 1;
void Fire() => E?.Invoke(); }
class B { void M(A a) { a.P = a.f; a.E += Handle; int k = A.K; a.Run(); }
void Handle() {} }`,
    edges: [
      "A.Fire references A.E @2",
      "B.M references A.P @3",
      "B.M references A.f @3",
      "B.M references A.E @3",
      "B.M references B.Handle @3",
      "B.M references A.K @3",
      "B.M calls A.Run @3",
    ],
  },
  {
    name: "extension methods, called as members and as functions",
    code: `static class X { public static int Twice(this A a) => 2; }
class A {}
class B { void M(A a) { a.Twice(); X.Twice(a); } }`,
    edges: ["X.Twice extends A @1", "B.M calls X.Twice @3"],
  },
  {
    name: "operators, conversions and indexers",
    code: `struct V { public static V operator +(V a, V b) => a; public static implicit operator int(V v) => 1;
public static explicit operator V(int x) => default;
public int this[int i] => i; }
class B { void M(V a, V b) { var c = a + b; c += a; int i = a; var v = (V)3; int j = a[0]; } }`,
    edges: [
      "B.M calls V.operator+ @4",
      "B.M calls V.operator int @4",
      "B.M calls V.operator V @4",
      "B.M references V.this @4",
    ],
  },
  {
    name: "query syntax runs the methods it stands for",
    code: `class Q { public Q Where(Func<int, bool> f) => this; public Q Select(Func<int, int> f) => this; public Q OrderBy(Func<int, int> f) => this; }
class B { void M(Q q) { var r = from x in q
where x > 1
orderby x
select x + 1; } }`,
    edges: ["B.M calls Q.Where @3", "B.M calls Q.OrderBy @4", "B.M calls Q.Select @5"],
  },
  {
    name: "patterns of the language run members by their shape",
    code: `class It { public It GetEnumerator() => this; public bool MoveNext() => false; public int Current => 1; }
class Res : IDisposable { public void Dispose() {} }
class Aw { public Waiter GetAwaiter() => new Waiter(); }
class Waiter : System.Runtime.CompilerServices.INotifyCompletion { public bool IsCompleted => true; public void GetResult() {} public void OnCompleted(Action c) {} }
class Pair { public void Deconstruct(out int a, out int b) { a = b = 0; } }
class Bag : System.Collections.IEnumerable { public void Add(int x) {} public System.Collections.IEnumerator GetEnumerator() => null!; }
class B { async Task M(It it, Aw aw, Pair p) {
foreach (var x in it) {}
using (var r = new Res()) {}
using var s = new Res();
await aw;
var (a, b) = p;
if (p is (1, 2)) {}
var bag = new Bag { 1, 2 }; } }`,
    edges: [
      "B.M calls It.GetEnumerator @8",
      "B.M calls It.MoveNext @8",
      "B.M references It.Current @8",
      "B.M calls Res.Dispose @9,10",
      "B.M calls Aw.GetAwaiter @11",
      "B.M calls Waiter.GetResult @11",
      "B.M calls Pair.Deconstruct @12,13",
      "B.M calls Bag.Add @14",
    ],
  },
  {
    name: "bases, interfaces, overrides, members that implement by name or by signature",
    code: `interface IBase { void Do(); int P { get; } }
interface IMore : IBase { event Action E; }
abstract class A { public abstract void V(); public virtual int Q => 1; }
class C : A, IMore { public override void V() {} public override int Q => 2; void IBase.Do() {} public int P => 1; public event Action? E; }
record R(int P) : IBase { public void Do() {} }`,
    edges: [
      "IMore inherits IBase @2",
      "C inherits A @4",
      "C implements IMore @4",
      "C.V overrides A.V @4",
      "C.Q overrides A.Q @4",
      "C.Do overrides IBase.Do @4",
      "C.P overrides IBase.P @4",
      "C.E overrides IMore.E @4",
      "R implements IBase @5",
      "R.P overrides IBase.P @5",
      "R.Do overrides IBase.Do @5",
    ],
  },
  {
    name: "generics are named by their definition",
    code: `class Box<T> { public T Get() => default!; public static Box<T> Make() => new(); }
class B { int M() => Box<int>.Make().Get(); T Id<T>(T x) => x; int N() => Id(1) + Id<int>(2); }`,
    edges: ["B.M calls Box.Make @2", "B.M calls Box.Get @2", "B.N calls B.Id @2"],
  },
  {
    name: "method groups, nameof, attributes, enums, local functions",
    code: `[AttributeUsage(AttributeTargets.All)] class MarkAttribute : Attribute { public MarkAttribute(int x) {} }
enum Color { Red, Green }
class B { void H() {}
[Mark(1)] void M() { Action a = H; var n = nameof(H); var c = Color.Red; Local(); void Local() {} } }`,
    edges: [
      "B.M calls MarkAttribute @4",
      "B.M calls MarkAttribute.MarkAttribute @4",
      "B.M references B.H @4",
      "B.M references Color.Red @4",
      "B.M calls B.M.Local @4",
    ],
  },
  {
    name: "a local hides a member, and names of others mean nothing here",
    code: `class A { public int x; public void Run() {} }
class B { int x; void M() { int x = 1; x++; Action Run = () => {}; Run(); } }`,
    absent: ["references B.x", "calls A.Run"],
  },
];

describe.skipIf(typeof program === "string")("the C# compiler", () => {
  test.each(CASES)("$name", async ({ code, edges = [], absent = [] }) => {
    await view.write("a.csproj", PROJECT);
    await view.write("a.cs", code);
    const found = edgesOf(await analyse());
    expect(found).toEqual(expect.arrayContaining(edges));
    for (const part of absent) expect(found.filter((edge) => edge.includes(part))).toEqual([]);
  });
});

function projectOf(inner: string, properties = ""): string {
  return `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework>${properties}</PropertyGroup><ItemGroup>${inner}</ItemGroup></Project>\n`;
}

interface ProjectCase {
  name: string;
  files: Record<string, string>;
  edges: string[];
  absent?: string[];
}

const LIBRARY = "namespace Lib { public class A { public void F() {} internal void G() {} } }\n";
const USER = "namespace Use { class B { void M(Lib.A a) { a.F(); a.G(); } } }\n";

const PROJECTS: ProjectCase[] = [
  {
    name: "a reference to another project, and its friends by name whatever their key",
    files: {
      "lib/Lib.csproj": projectOf(""),
      "lib/Lib.cs": `[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("Use, PublicKey=" + "0024")]\n${LIBRARY}`,
      "use/Use.csproj": projectOf('<ProjectReference Include="..\\lib\\Lib.csproj" />'),
      "use/Use.cs": USER,
    },
    edges: [
      "use/Use.cs#Use.B.M calls lib/Lib.cs#Lib.A.F @1",
      "use/Use.cs#Use.B.M calls lib/Lib.cs#Lib.A.G @1",
    ],
  },
  {
    name: "projects that do not know each other are not linked, though names agree",
    files: {
      "lib/Lib.csproj": projectOf(""),
      "lib/Lib.cs": LIBRARY,
      "use/Use.csproj": projectOf(""),
      "use/Use.cs": USER,
    },
    edges: [],
    absent: ["use/Use.cs#Use.B.M calls"],
  },
  {
    name: "through a project between them, and by usings and constants of files above",
    files: {
      "Directory.Build.props":
        '<Project><PropertyGroup><DefineConstants>EXTRA</DefineConstants></PropertyGroup><ItemGroup><Using Include="Lib" /></ItemGroup></Project>',
      "lib/Lib.csproj": projectOf(""),
      "lib/Lib.cs": LIBRARY,
      "mid/Mid.csproj": projectOf('<ProjectReference Include="../lib/Lib.csproj" />'),
      "use/Use.csproj": projectOf('<ProjectReference Include="../mid/Mid.csproj" />'),
      "use/Use.cs":
        "class B { void M() { \n#if EXTRA\nnew A().F();\n#else\nNo();\n#endif\n} void No() {} }\n",
    },
    edges: ["use/Use.cs#B.M calls lib/Lib.cs#Lib.A.F @3"],
    absent: ["calls use/Use.cs#B.No"],
  },
  {
    name: "the newest framework of several, conditions, and sources that are taken away or linked in",
    files: {
      "lib/Lib.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>netstandard2.0;net10.0</TargetFrameworks></PropertyGroup>
<PropertyGroup Condition="'$(TargetFramework)' == 'net10.0'"><DefineConstants>$(DefineConstants);MODERN</DefineConstants></PropertyGroup>
<ItemGroup><Compile Remove="old/**" /><Compile Include="../shared/*.cs" /></ItemGroup></Project>`,
      "lib/Lib.cs": "class A { void F() {\n#if MODERN && NET8_0_OR_GREATER\nShared.S();\n#endif\n} }\n",
      "lib/old/Old.cs": "class A { void Twice() => Shared.S(); }\n",
      "shared/Shared.cs": "static class Shared { public static void S() {} }\n",
    },
    edges: ["lib/Lib.cs#A.F calls shared/Shared.cs#Shared.S @3"],
    absent: ["lib/old/Old.cs"],
  },
  {
    name: "parts of a type are one symbol, named by the first of its files",
    files: {
      "a.csproj": projectOf(""),
      "p/One.cs": "public partial class P { public void X() => Y(); }\n",
      "p/Two.cs": "public partial class P { public void Y() {} }\n",
      "use.cs": "class U { void M() { new P().Y(); } }\n",
    },
    edges: [
      "p/One.cs#P.X calls p/Two.cs#P.Y @1",
      "use.cs#U.M calls p/One.cs#P @1",
      "use.cs#U.M calls p/Two.cs#P.Y @1",
    ],
  },
  {
    name: "what a using directive brings in are the files that are used through it",
    files: {
      "a.csproj": projectOf(""),
      "n/A.cs": "namespace N { public class A {} }\n",
      "n/B.cs": "namespace N { public class B {} }\n",
      "use.cs": "using N;\nusing static M.S;\nusing T = N.B;\nclass U { A a; void F() => Run(); T t; }\n",
      "m.cs": "namespace M { public static class S { public static void Run() {} } }\n",
    },
    edges: [
      "use.cs imports n/A.cs @1",
      "use.cs imports m.cs#M.S @2",
      "use.cs imports n/B.cs#N.B @3",
      "use.cs#U.F calls m.cs#M.S.Run @4",
    ],
  },
  {
    name: "a tree without project files is compiled as one",
    files: {
      "Assets/A.cs": "public class A { public void F() {} }\n",
      "Assets/B.cs": "class B { void M(A a) => a.F(); }\n",
    },
    edges: ["Assets/B.cs#B.M calls Assets/A.cs#A.F @1"],
  },
];

describe.skipIf(typeof program === "string")("projects read as data", () => {
  test.each(PROJECTS)("$name", async ({ files, edges, absent = [] }) => {
    for (const [path, text] of Object.entries(files)) await view.write(path, text);
    const found = edgesOf(await analyse());
    expect(found).toEqual(expect.arrayContaining(edges));
    for (const part of absent) expect(found.filter((edge) => edge.includes(part))).toEqual([]);
  });

  test("a project that uses a changed one is computed with it, and comes first", async () => {
    await view.write("lib/Lib.csproj", projectOf(""));
    await view.write("lib/Lib.cs", LIBRARY);
    await view.write("other/Other.csproj", projectOf(""));
    await view.write("other/Other.cs", "class Other {}\n");
    await view.write("use/Use.csproj", projectOf('<ProjectReference Include="../lib/Lib.csproj" />'));
    await view.write("use/Use.cs", "namespace Use { class B { void M(Lib.A a) => a.F(); } }\n");
    await analyse();
    await view.write("lib/Lib.cs", "namespace Lib { public class A { public void F(int x = 1) {} } }\n");
    const results = await analyse(["lib/Lib.cs"]);
    expect(results.map(({ path }) => path)).toEqual(["use/Use.cs", "lib/Lib.cs"]);
  });

  test("a file that changed on disk since the view keeps its links", async () => {
    await view.write("a.csproj", PROJECT);
    await view.write("a.cs", "class A {}\n");
    writeFileSync(folder.join("a.cs"), "class Other {}\n");
    expect(await analyse()).toEqual([expect.objectContaining({ path: "a.cs", skipped: "changed-on-disk" })]);
  });
});
