/**
 * One repository with all that a build or an editor would run or follow: targets, tasks, analyzers, generators, a compiler
 * plugin, configurations and projects that lead outside. Every command is run on it as a user would; no planted program may
 * start and no file outside may be read. A read shows: files whose last access lies before their last change get a new time of
 * access from it.
 */
import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { callTool, connectMcpClient } from "../../src/testing/mcp-client.ts";
import { Canaries } from "./canaries.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** In this order, on one index. */
const COMMANDS = [
  "index --plan",
  "index --semantic",
  "context how does the app run",
  "search run",
  "symbol App.Run",
  "trace App.Help --callers",
  "trace inside --callers",
  "changes",
  "status",
  "outline app/App.cs",
  "history app/App.cs",
  "routes",
  "contracts",
  "services",
  "units",
  "list",
  "repos",
  "packages",
  "fleet status",
  "rollback",
  "verify --deep",
  "doctor",
  "store check",
  "grammar list",
  "install --dry-run",
  "init --yes",
  "index --rebuild --semantic",
  "purge app/App.cs",
  "remove .",
];
/** These serve, end a server, read another tool's file, or take clew out of configurations. */
const ELSEWHERE = ["mcp", "serve", "stop", "ui", "logs", "import", "uninstall", "help"];

let folder: TempFolder;
let canaries: Canaries;
let outside: string[];

beforeAll(() => {
  folder = new TempFolder("clew-every-command");
  canaries = new Canaries(folder.join("canaries"));
  const run = canaries.program("build");
  const away = folder.join("outside");
  folder.write({
    "outside/base.json": '{ "compilerOptions": { "paths": { "taken": ["./stolen.ts"] } } }',
    "outside/stolen.ts": "export function stolen() {}\n",
    "outside/Stolen.cs": "public class Stolen { public static void Take() {} }\n",
    "outside/evil.props":
      "<Project><PropertyGroup><DefineConstants>STOLEN</DefineConstants></PropertyGroup></Project>",
    "outside/Stolen.csproj": '<Project Sdk="Microsoft.NET.Sdk" />',
    "outside/control.txt": "read by the test itself\n",
  });
  folder.folder("root").repository({
    "package.json": `{ "name": "evil", "scripts": { "prepare": "${run}", "postinstall": "${run}" }, "main": "../outside/stolen.ts" }`,
    "node_modules/evil-plugin/index.js": `require("child_process").execFileSync(${JSON.stringify(run)});`,
    "node_modules/evil-plugin/package.json": '{ "name": "evil-plugin", "main": "index.js" }',
    "tsconfig.json": JSON.stringify({
      extends: ["../outside/base.json", `${away}/base.json`],
      compilerOptions: {
        plugins: [{ name: "evil-plugin" }],
        baseUrl: "../outside",
        typeRoots: ["../outside"],
      },
      references: [{ path: "../outside" }],
      include: ["**/*", "../outside/**/*"],
    }),
    "main.ts": `/// <reference path="../outside/stolen.ts" />\nimport { stolen } from "../outside/stolen";\nimport { stolen as other } from "taken";\nexport function inside() { stolen(); other(); }\nexport function caller() { inside(); }\n`,
    "Directory.Build.props": `<Project><Import Project="${away}/evil.props" /></Project>`,
    "Directory.Build.targets": `<Project><Target Name="Late" AfterTargets="Restore;Build"><Exec Command="${run}" /></Target></Project>`,
    "Directory.Build.rsp": "-t:Evil\n",
    "app/App.csproj": `<Project Sdk="Microsoft.NET.Sdk" InitialTargets="Evil"><Import Project="../../outside/evil.props" />
  <PropertyGroup><TargetFramework>net10.0</TargetFramework><PreBuildEvent>${run}</PreBuildEvent><CscToolExe>${run}</CscToolExe>
    <Mark>$([System.IO.File]::WriteAllText('${folder.join("canaries/marks/function")}', 'x'))</Mark></PropertyGroup>
  <ItemGroup><Compile Include="../../outside/Stolen.cs;${away}/*.cs" /><Analyzer Include="${away}/analyzer.dll" />
    <ProjectReference Include="../../outside/Stolen.csproj" />
    <ProjectReference Include="../generator/Generator.csproj" OutputItemType="Analyzer" ReferenceOutputAssembly="false" /></ItemGroup>
  <Target Name="Evil" BeforeTargets="Compile;Restore"><Exec Command="${run}" /></Target></Project>`,
    "app/App.cs": "public class App { public void Run() => Help(); public void Help() => Stolen.Take(); }\n",
    "generator/Generator.csproj":
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>',
    "generator/Generator.cs": `[Microsoft.CodeAnalysis.Generator] public class Generator { static Generator() => System.Diagnostics.Process.Start("${run}"); }\n`,
  });
  outside = readdirSync(away).map((name) => `${away}/${name}`);
  for (const file of outside) utimesSync(file, new Date(0), new Date());
});
afterAll(() => folder.remove());

function readFiles(): string[] {
  return outside.filter((file) => statSync(file).atimeMs > 1);
}

function environment(): Record<string, string> {
  return { PATH: process.env.PATH ?? "", HOME: folder.join("home"), CLEW_HOME: folder.join("clew") };
}

function clew(command: string): Promise<string> {
  return new Promise((resolve) => {
    const args = [CLI, ...command.split(" ")];
    const options = { cwd: folder.join("root"), env: environment(), maxBuffer: 1 << 26 };
    execFile(process.execPath, args, options, (_, out, problem) => resolve(out + problem)).stdin?.end();
  });
}

test("every command is among those that are tried", () => {
  const help = execFileSync(process.execPath, [CLI, "--help"], { encoding: "utf8" });
  const named = [...help.slice(help.indexOf("Commands:")).matchAll(/^ {2}(\w+)/gm)].map((one) => one[1]);
  const tried = new Set([...COMMANDS.map((command) => command.split(" ")[0]), ...ELSEWHERE]);
  expect(named.filter((name) => !tried.has(name))).toEqual([]);
});

test("no command starts what is planted or reads what lies outside", { timeout: 300_000 }, async () => {
  const answers = new Map<string, string>();
  for (const command of COMMANDS) {
    answers.set(command, await clew(command));
    expect({ command, started: canaries.seen(), read: readFiles() }).toEqual({
      command,
      started: [],
      read: [],
    });
  }
  // They did their work.
  expect(answers.get("trace inside --callers")).toContain("main.ts");
  expect(answers.get("trace App.Help --callers")).toContain("app/App.cs");
});

test("neither does a server that keeps the tree exact", { timeout: 120_000 }, async () => {
  const client = await connectMcpClient(folder.join("root"), { ...environment(), CLEW_SEMANTICS: "warm" });
  try {
    await callTool(client, "index_repository", {}).catch(() => {});
    for (const [name, args] of [
      ["search", { query: "run" }],
      ["trace", { symbol: "inside" }],
    ] as const)
      expect((await callTool(client, name, args)).isError ?? false).toBe(false);
  } finally {
    await client.close();
  }
  expect({ started: canaries.seen(), read: readFiles() }).toEqual({ started: [], read: [] });
});

test("a program that starts and a file that is read show (control)", () => {
  expect(() => execFileSync(canaries.program("build"))).toThrow();
  readFileSync(folder.join("outside/control.txt"));
  expect({ started: canaries.seen(), read: readFiles() }).toEqual({
    started: ["build"],
    read: [folder.join("outside/control.txt")],
  });
});
