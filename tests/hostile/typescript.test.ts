/**
 * A project that asks the compiler to load a plugin and to read files outside the root in every way its configuration
 * and its sources know. Every file that the compiler process touches is logged by a shim around `node:fs`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Project } from "../../src/semantics/typescript/project.ts";
import { createTypeScriptService } from "../../src/semantics/typescript/service.ts";
import { symbolRowsOf } from "../../src/semantics/typescript/symbol-table.ts";
import { type ReadBytes, readThroughJail } from "../../src/semantics/typescript/view-files.ts";
import { bundleScript } from "../../src/testing/bundle-script.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { WrittenView } from "../../src/testing/written-view.ts";
import { openRoot } from "../../src/workspace/path-jail.ts";
import { Canaries } from "./canaries.ts";

const typescript = createRequire(import.meta.url).resolve("typescript");

/** Logs the path of each call that looks at the file system, then runs another script. */
const shim = (log: string, script: string) => `
  const fs = require("node:fs");
  const { syncBuiltinESMExports } = require("node:module");
  const write = fs.appendFileSync;
  for (const name of ["open", "openSync", "readFile", "readFileSync", "statSync", "lstatSync", "readdirSync", "existsSync", "realpathSync", "accessSync"]) {
    const original = fs[name];
    fs[name] = (path, ...rest) => {
      if (typeof path !== "number" && !String(path).endsWith(".log")) write(${JSON.stringify(log)}, String(path) + "\\n");
      return original(path, ...rest);
    };
    Object.assign(fs[name], original);
    if (original.native) fs[name].native = (path, ...rest) => { write(${JSON.stringify(log)}, String(path) + "\\n"); return original.native(path, ...rest); };
  }
  syncBuiltinESMExports();
  ${script}
`;

let bundle: string;
let folder: TempFolder;
let canaries: Canaries;
let view: WrittenView;
let outside: string;
let log: string;
let started: ChildProcess | null;

beforeAll(async () => {
  bundle = await bundleScript(new URL("../../src/semantics/typescript/ts-service.ts", import.meta.url));
});
beforeEach(async () => {
  started = null;
  folder = new TempFolder("clew-hostile-ts");
  canaries = new Canaries(folder.join("canaries"));
  outside = folder.join("outside");
  log = folder.join("reads.log");
  writeFileSync(log, "");
  folder.write({
    "outside/base.json": JSON.stringify({ compilerOptions: { paths: { taken: ["./stolen.ts"] } } }),
    "outside/stolen.ts": "export function stolen() {}\n",
    "outside/ref.d.ts": "declare function referenced(): void;\n",
    "outside/data.json": '{ "secret": true }\n',
    "outside/types/evil/index.d.ts": "declare function typed(): void;\n",
    "outside/evil-package/index.ts": "export function packaged() {}\n",
  });
  view = new WrittenView(folder.join("root"));
  const plugin = canaries.program("plugin");
  await view.write(
    "node_modules/evil-plugin/index.js",
    `require("child_process").execFileSync(${JSON.stringify(plugin)});`,
  );
  await view.write("node_modules/evil-plugin/package.json", '{ "name": "evil-plugin", "main": "index.js" }');
  await view.write(
    "package.json",
    '{ "name": "evil", "main": "../outside/stolen.ts", "exports": { "./*": "../outside/*.ts" } }',
  );
  await view.write(
    "tsconfig.json",
    JSON.stringify({
      extends: ["../outside/base.json", `${outside}/base.json`],
      compilerOptions: {
        plugins: [{ name: "evil-plugin" }],
        baseUrl: "../outside",
        paths: {
          up: ["../outside/stolen.ts"],
          abs: [`${outside}/stolen.ts`],
          "any/*": ["../outside/*", "../../*"],
        },
        rootDirs: [".", "../outside"],
        typeRoots: ["../outside/types"],
        types: ["evil"],
        skipLibCheck: true,
      },
      references: [{ path: "../outside" }],
      include: ["**/*", "../outside/**/*"],
    }),
  );
  await view.write(
    "main.ts",
    `/// <reference path="../outside/ref.d.ts" />
/// <reference types="evil" />
import data from "../outside/data.json";
import { stolen as one } from "../outside/stolen";
import { stolen as two } from "up";
import { stolen as three } from "abs";
import { stolen as four } from "any/stolen";
import { stolen as five } from "evil";
import { stolen as six } from "evil/stolen";
import { stolen as seven } from "${outside}/stolen";
import { stolen as eight } from "./link";
export function inside() { one(); two(); three(); four(); five(); six(); seven(); eight(); referenced(); typed(); return data; }
export function other() { return inside(); }
`,
  );
  await view.write("link.ts", "export function stolen() {}\n");
  const link = view.files.get("link.ts")!;
  view.remove("link.ts");
  symlinkSync(`${outside}/stolen.ts`, folder.join("root/link.ts"));
  view.files.set("link.ts", link);
});
afterEach(() => {
  started?.kill("SIGKILL");
  folder.remove();
});

/** Paths below the outside folder that were touched, as seen from there. */
function touchedOutside(): string[] {
  const touched = readFileSync(log, "utf8").split("\n");
  return [
    ...new Set(
      touched.filter((path) => path.startsWith(`${outside}/`)).map((path) => path.slice(outside.length)),
    ),
  ];
}

function runShimmed(script: string): void {
  const file = folder.join("shim.cjs");
  writeFileSync(file, shim(log, script));
  execFileSync(process.execPath, [file], { cwd: folder.path, stdio: "ignore" });
}

describe("a hostile TypeScript project", () => {
  test("is analysed without running or reading anything from outside", async () => {
    const serviceFile = folder.join("shim.cjs");
    writeFileSync(serviceFile, shim(log, `import(${JSON.stringify(`file://${bundle}`)});`));
    const service = createTypeScriptService({ serviceFile });
    const edges: string[] = [];
    const request = {
      root: view.root,
      files: [...view.files.values()],
      symbolsOf: (path: string) => view.files.get(path)?.facts?.symbols ?? [],
      wanted: "all" as const,
    };
    for await (const result of service.analyse(request)) {
      if ("links" in result)
        edges.push(...result.links.edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`));
    }
    service.close();
    // It did its work: what lies inside is linked, and nothing else.
    expect(edges).toContain("main.ts#other calls main.ts#inside");
    expect(edges.filter((edge) => edge.startsWith("main.ts#inside calls"))).toEqual([]);
    expect(readFileSync(log, "utf8")).toContain(`${view.root}/main.ts`);
    expect(touchedOutside()).toEqual([]);
    expect(canaries.seen()).toEqual([]);
  });

  test("the same project reads outside when the compiler is given its configuration (control)", () => {
    runShimmed(`
      const ts = require(${JSON.stringify(typescript)});
      const file = ${JSON.stringify(`${view.root}/tsconfig.json`)};
      const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
      ts.createProgram(parsed.fileNames, parsed.options).getSemanticDiagnostics();
    `);
    const touched = touchedOutside();
    for (const path of ["/base.json", "/stolen.ts", "/ref.d.ts", "/types/evil/index.d.ts"])
      expect(touched).toContain(path);
  });

  test("the same project runs its plugin in an editor's language server (control)", async () => {
    const server = [
      `${dirname(typescript)}/tsserver.js`,
      "--allowLocalPluginLoads",
      "--disableAutomaticTypingAcquisition",
    ];
    started = spawn(process.execPath, server, { stdio: ["pipe", "ignore", "ignore"], cwd: view.root });
    const open = { seq: 1, type: "request", command: "open", arguments: { file: `${view.root}/main.ts` } };
    started.stdin?.write(`${JSON.stringify(open)}\n`);
    let seen: string[] = [];
    for (let at = 0; at < 2_000 && seen.length === 0; at++) {
      await sleep(20);
      seen = canaries.seen();
    }
    expect(seen).toEqual(["plugin"]);
  });

  test.each<[string, (root: string) => ReadBytes, boolean]>([
    ["with the jail, a linked file stays closed", (root) => readThroughJail(openRoot(root)), false],
    ["without it, its content comes in (control)", (root) => (path) => readFileSync(`${root}/${path}`), true],
  ])("%s", (_, reader, isRead) => {
    const project = new Project(reader(view.root));
    const changed = [...view.files.values()].map(({ path, hash, facts }) => ({
      path,
      hash,
      rows: symbolRowsOf(facts?.symbols ?? []),
    }));
    project.update({ changed, removed: [] });
    project.plan("all");
    const result = project.analyse("main.ts");
    const called =
      "links" in result ? result.links.edges.filter(({ kind }) => kind === "calls").map(({ to }) => to) : [];
    expect(called.includes("link.ts#stolen" as never)).toBe(isRead);
  });
});
