/**
 * Projects that ask a build to run programs and to read files outside the root in every way they know. Every file that the
 * compiler process opens and every program it starts is on record (strace), and the honest project beside them still
 * gets its links.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashContent } from "../../src/core/content-hash.ts";
import type { AnalysedFile } from "../../src/semantics/contract.ts";
import { roslynProgram } from "../../src/semantics/roslyn/provider.ts";
import { RoslynService } from "../../src/semantics/roslyn/service.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { WrittenView } from "../../src/testing/written-view.ts";
import { Canaries } from "./canaries.ts";

const program = roslynProgram();
const reason = typeof program === "string" ? program : hasStrace() ? null : "strace is not installed";
if (reason !== null) console.log(`hostile C# projects are not tried: ${reason}`);

const HONEST = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>`;

let folder: TempFolder;
let canaries: Canaries;
let view: WrittenView;
let service: RoslynService | null;

beforeEach(async () => {
  service = null;
  folder = new TempFolder("clew-hostile-cs");
  canaries = new Canaries(folder.join("canaries"));
  folder.write({
    "outside/Stolen.cs": "public class Stolen { public static void Take() {} }\n",
    "outside/evil.props":
      "<Project><PropertyGroup><DefineConstants>STOLEN</DefineConstants></PropertyGroup></Project>\n",
    "outside/Stolen.csproj": HONEST,
    "outside/packages/evil/1.0.0/lib/net10.0/evil.dll": "no assembly",
  });
  view = new WrittenView(folder.join("root"));
  await view.write("honest/Honest.csproj", HONEST);
  await view.write(
    "honest/Honest.cs",
    "public class Honest { public void Run() => Help(); public void Help() {} }\n",
  );
});
afterEach(() => {
  service?.close();
  folder.remove();
});

async function analyse(packages: string | null = null): Promise<AnalysedFile[]> {
  const { command, args } = program as Exclude<typeof program, string>;
  const trace = [
    "-f",
    "-qq",
    "-e",
    "trace=open,openat,openat2,execve,stat,newfstatat,statx,readlink,readlinkat",
  ];
  service = new RoslynService({
    command: "strace",
    args: [...trace, "-o", folder.join("trace.log"), command, ...args],
    packages,
  });
  const files = [...view.files.values()].map(({ path, hash }) => ({ path, hash }));
  const results: AnalysedFile[] = [];
  const request = {
    root: folder.join("root"),
    files,
    wanted: files.map(({ path }) => path).filter((path) => path.endsWith(".cs")),
    symbolsOf: (path: string) => view.files.get(path)?.facts?.symbols ?? [],
    factsOf: async function* () {},
    readText: async () => null,
  };
  for await (const result of service.analyse(request)) results.push(result);
  return results;
}

/** A file without facts: our own parsers are not what is tried here. */
function plant(path: string, text: string): void {
  folder.write({ [`root/${path}`]: text });
  view.files.set(path, { path, hash: hashContent(Buffer.from(text)), text, facts: null });
}

/** What the process looked at below the test's folder, and the programs that were started. */
function recorded(): { touched: string[]; started: string[] } {
  const lines = readFileSync(folder.join("trace.log"), "utf8").split("\n");
  const own = lines.filter((line) => line.includes(`"${folder.path}/`));
  return {
    touched: own.filter((line) => !line.includes("trace.log")),
    started: lines.filter((line) => line.includes("execve(") && !line.includes('/dotnet"')),
  };
}

function expectHarmless(results: readonly AnalysedFile[]): void {
  const text = JSON.stringify(results);
  expect(text).toContain('"honest/Honest.cs#Honest.Run","to":"honest/Honest.cs#Honest.Help","kind":"calls"');
  expect(text).not.toContain("outside");
  expect(recorded()).toEqual({ touched: [], started: [] });
  expect(canaries.seen()).toEqual([]);
}

describe.skipIf(reason !== null)("a C# project that wants more than to be read", () => {
  test("targets, tasks, analyzers and generators do not run", async () => {
    const run = canaries.program("build");
    await view.write(
      "evil/Evil.csproj",
      `<Project Sdk="Microsoft.NET.Sdk" InitialTargets="Evil">
  <UsingTask TaskName="Inline" TaskFactory="RoslynCodeTaskFactory" AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll">
    <Task><Code Type="Fragment" Language="cs">System.Diagnostics.Process.Start("${run}");</Code></Task>
  </UsingTask>
  <PropertyGroup><TargetFramework>net10.0</TargetFramework><Mark>$([System.IO.File]::WriteAllText('${folder.join("canaries/marks/function")}', 'x'))</Mark>
    <PreBuildEvent>${run}</PreBuildEvent><CscToolExe>${run}</CscToolExe></PropertyGroup>
  <ItemGroup><Analyzer Include="analyzer.dll" /><Analyzer Include="${folder.join("outside/analyzer.dll")}" />
    <ProjectReference Include="../generator/Generator.csproj" OutputItemType="Analyzer" ReferenceOutputAssembly="false" /></ItemGroup>
  <Target Name="Evil" BeforeTargets="Compile;Restore;ResolveReferences"><Inline /><Exec Command="${run}" /></Target>
</Project>`,
    );
    await view.write("evil/Evil.cs", "public class Evil { void A() => B(); void B() {} }\n");
    await view.write("generator/Generator.csproj", HONEST);
    await view.write(
      "generator/Generator.cs",
      `public class Generator { static Generator() => System.Diagnostics.Process.Start("${run}"); }\n`,
    );
    await view.write("Directory.Build.rsp", `-t:Evil\n`);
    const results = await analyse();
    expectHarmless(results);
    expect(JSON.stringify(results)).toContain('"evil/Evil.cs#Evil.A"');
  });

  test("imports, sources, references and packages that point outside do not exist", async () => {
    const outside = folder.join("outside");
    await view.write(
      "Directory.Build.props",
      `<Project><Import Project="../outside/evil.props" /></Project>`,
    );
    await view.write(
      "evil/Evil.csproj",
      `<Project Sdk="Microsoft.NET.Sdk"><Import Project="${outside}/evil.props" /><Import Project="$(MSBuildThisFileDirectory)../../outside/*.props" />
  <Import Project="$([MSBuild]::GetPathOfFileAbove('evil.props', '${outside}/'))" />
  <PropertyGroup><TargetFramework>net10.0</TargetFramework><Up>../../outside</Up></PropertyGroup>
  <ItemGroup><Compile Include="../../outside/Stolen.cs;$(Up)/**/*.cs;/etc/passwd;../../../../../../../../etc/passwd;${outside}/*.cs" />
    <Compile Include="link.cs" /><Reference Include="evil"><HintPath>${outside}/packages/evil/1.0.0/lib/net10.0/evil.dll</HintPath></Reference>
    <ProjectReference Include="../../outside/Stolen.csproj;${outside}/Stolen.csproj" />
    <PackageReference Include="../../outside/packages/evil" Version="1.0.0" /><PackageReference Include="..%2f..%2foutside" Version="../.." />
    <FrameworkReference Include="../../../..${outside}" /></ItemGroup></Project>`,
    );
    await view.write(
      "evil/Evil.cs",
      "public class Evil {\n#if STOLEN\nvoid A() => B();\n#endif\nvoid B() => Stolen.Take(); }\n",
    );
    await view.write("evil/link.cs", "public class Stolen { public static void Take() {} }\n");
    const link = view.files.get("evil/link.cs")!;
    view.remove("evil/link.cs");
    symlinkSync(`${outside}/Stolen.cs`, folder.join("root/evil/link.cs"));
    view.files.set("evil/link.cs", link);
    const results = await analyse();
    expectHarmless(results);
    expect(JSON.stringify(results)).not.toContain("Stolen.Take");
    expect(JSON.stringify(results)).not.toContain('"evil/Evil.cs#Evil.A"');
  });

  test("a package id is no path, and what is no assembly is passed over", async () => {
    await view.write(
      "evil/Evil.csproj",
      `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup>
  <PackageReference Include="evil" Version="1.0.0" /><PackageReference Include="../../outside" Version="1" /></ItemGroup></Project>`,
    );
    const results = await analyse(folder.join("outside/packages"));
    expect(JSON.stringify(results)).toContain('"honest/Honest.cs#Honest.Run"');
    const places = recorded().touched.filter((line) => !line.includes(`${folder.join("outside/packages")}`));
    expect(places).toEqual([]);
  });

  test("bombs, circles and endless lists end", async () => {
    const bomb = Array.from(
      { length: 20 },
      (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};&e${at};">`,
    ).join("");
    plant(
      "bomb/Bomb.csproj",
      `<!DOCTYPE Project [<!ENTITY e0 "boom"><!ENTITY file SYSTEM "file:///etc/passwd">${bomb}]><Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><A>&e20;&file;</A></PropertyGroup></Project>`,
    );
    const doubling = Array.from(
      { length: 60 },
      (_, at) => `<P${at + 1}>$(P${at})$(P${at})</P${at + 1}>`,
    ).join("");
    plant(
      "double/Double.csproj",
      `<Project Sdk="Microsoft.NET.Sdk"><Import Project="Double.csproj" /><Import Project="a.props" /><PropertyGroup><P0>xxxxxxxx</P0>${doubling}
  <Deep Condition="${"(".repeat(5_000)}true${")".repeat(5_000)}">x</Deep><Not Condition="${"!".repeat(20_000)}true">x</Not>
  <Nested>${"$(".repeat(3_000)}A${")".repeat(3_000)}</Nested></PropertyGroup>
  <ItemGroup><Compile Include="${"**/*a".repeat(300)}b.cs" /></ItemGroup></Project>`,
    );
    plant("double/a.props", `<Project><Import Project="b.props" /></Project>`);
    plant("double/b.props", `<Project><Import Project="a.props" /></Project>`);
    plant("deep/Deep.csproj", `${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}`);
    for (const [one, other] of [
      ["x", "y"],
      ["y", "z"],
      ["z", "x"],
    ] as const) {
      plant(
        `${one}/${one}.csproj`,
        `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup><ProjectReference Include="../${other}/${other}.csproj" /></ItemGroup></Project>`,
      );
      await view.write(`${one}/${one}.cs`, `public class C${one} { void F() => G(); void G() {} }\n`);
    }
    const line = (at: number) =>
      `Project("{0}") = "P${at}", "..\\\\p${at}\\\\P${at}.csproj", "{${at}}"\nEndProject\n`;
    plant("big.sln", Array.from({ length: 60_000 }, (_, at) => line(at)).join(""));
    const nested = `public class Nested { int F() => ${"(".repeat(20_000)}1${")".repeat(20_000)}; }\n`;
    plant("honest/Nested.cs", nested);
    const results = await analyse();
    expectHarmless(results);
    for (const name of ["x", "y", "z"])
      expect(JSON.stringify(results)).toContain(`"${name}/${name}.cs#C${name}.F"`);
  });
});

function hasStrace(): boolean {
  try {
    execFileSync("strace", ["-V"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
