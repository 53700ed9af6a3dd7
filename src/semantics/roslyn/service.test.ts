/** The process of the C# compiler: whatever happens to it, what it owed comes with the next request. */
import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CrashBreaker } from "../../supervision/crash-breaker.ts";
import { TempFolder } from "../../testing/git-fixture.ts";
import { WrittenView } from "../../testing/written-view.ts";
import { PROTOCOL_VERSION } from "./protocol.ts";
import { roslynProgram } from "./provider.ts";
import { type RoslynOptions, RoslynService } from "./service.ts";

const program = roslynProgram();
if (typeof program === "string") console.log(`tests of the C# compiler's process are skipped: ${program}`);

let folder: TempFolder;
let view: WrittenView;

beforeEach(() => {
  folder = new TempFolder("clew-roslyn");
  view = new WrittenView(folder.path);
});
afterEach(() => rmSync(folder.path, { recursive: true, force: true }));

async function analyse(by: RoslynService): Promise<string> {
  const request = {
    root: folder.path,
    files: [...view.files.values()].map(({ path, hash }) => ({ path, hash })),
    wanted: ["a.cs"],
    symbolsOf: (path: string) => view.files.get(path)?.facts?.symbols ?? [],
    factsOf: async function* () {},
    readText: async () => null,
  };
  let found = "";
  for await (const result of by.analyse(request)) found += JSON.stringify(result);
  return found;
}

describe.skipIf(typeof program === "string")("the process of the C# compiler", () => {
  const FAST_RESTART = { maxCrashes: 50, windowMs: 60_000, firstPauseMs: 1, longestPauseMs: 5 };
  let own: RoslynService;

  function open(options: Partial<RoslynOptions> = {}): RoslynService {
    const started = program as Exclude<typeof program, string>;
    own = new RoslynService({
      ...started,
      packages: null,
      breaker: new CrashBreaker(FAST_RESTART),
      ...options,
    });
    return own;
  }

  /** A process that behaves as the text says, instead of the compiler. */
  function scripted(body: string): Partial<RoslynOptions> {
    const file = folder.join("scripted.cjs");
    const hello = JSON.stringify({ type: "hello", protocol: PROTOCOL_VERSION });
    writeFileSync(
      file,
      `const say = (text) => process.stdout.write(\`Content-Length: \${Buffer.byteLength(text)}\\r\\n\\r\\n\${text}\`);\nconst hello = ${JSON.stringify(hello)};\nprocess.stdin.on("end", () => process.exit());\n${body}`,
    );
    return { command: process.execPath, args: [file] };
  }

  beforeEach(async () => {
    await view.write("a.csproj", '<Project Sdk="Microsoft.NET.Sdk" />');
    await view.write("a.cs", "class A { void F() => G(); void G() {} }\n");
  });
  afterEach(() => own.close());

  test.each([0, 50, 400, 1_000])(
    "kill -9 %i ms into a request: a clean error, then everything",
    async (delay) => {
      open();
      const outcome = analyse(own).then(
        (results) => results,
        (error: unknown) => error,
      );
      while (own.status().pid === null) await sleep(1);
      await sleep(delay);
      const { pid } = own.status();
      if (pid !== null) process.kill(pid, "SIGKILL");
      const result = await outcome;
      if (typeof result !== "string")
        expect(result).toMatchObject({ code: "SEMANTICS_CRASHED", retryable: true });
      while (pid !== null && own.status().pid === pid) await sleep(5);
      expect(await analyse(own)).toContain('"a.cs#A.F","to":"a.cs#A.G","kind":"calls"');
    },
  );

  test.each([
    ["speaks another protocol", `say('{"type":"hello","protocol":99}');`, "SEMANTICS_PROTOCOL", {}],
    ["sends garbage", `say(hello); process.stdout.write("x".repeat(10000));`, "SEMANTICS_PROTOCOL", {}],
    ["ends at once", "process.exit(3);", "SEMANTICS_CRASHED", {}],
    [
      "never answers",
      'say(hello); process.stdin.on("data", () => { for (;;); });',
      "SEMANTICS_TIMEOUT",
      { loadMs: 300 },
    ],
    [
      "grows too large",
      'say(hello); const held = []; process.stdin.on("data", () => { for (let n = 0; n < 60; n++) held.push(Buffer.alloc(1e7, 1)); });',
      "SEMANTICS_MEMORY",
      { memoryMb: 200 },
    ],
  ])("that %s gives an error of its own", async (_, body, code, limits) => {
    open({ ...scripted(body), ...limits });
    await expect(analyse(own)).rejects.toMatchObject({ code });
  });

  test.each([
    ["a plan without a compiler", { type: "planned", paths: [], orphans: [] }],
    ["a target without a place", { type: "results", targets: [[1, "a.cs"]], files: [] }],
    ["half a use", { type: "results", targets: [], files: [uses({ uses: [0, 1] })] }],
    ["a use of an unknown kind", { type: "results", targets: [], files: [uses({ uses: [99, 1, 1] })] }],
    ["an import from nowhere", { type: "results", targets: [], files: [uses({ imports: [[7, 7]] })] }],
    ["projects that are none", { type: "projects", projects: [null] }],
  ])("that sends %s is ended", async (_, part) => {
    const answer = `process.stdin.on("data", (data) => { if (String(data).includes('"analyse"')) say(${JSON.stringify(JSON.stringify({ ...part, id: 1 }))}); });`;
    open(scripted(`say(hello); ${answer}`));
    await expect(analyse(own)).rejects.toMatchObject({ code: "SEMANTICS_PROTOCOL" });
  });

  test("leaves when its parent hangs up", async () => {
    open();
    await analyse(own);
    const { pid } = own.status();
    own.close();
    for (let tries = 0; tries < 400 && isAlive(pid!); tries++) await sleep(10);
    expect(isAlive(pid!)).toBe(false);
  });
});

/** Uses of one file that are right but for what is given. */
function uses(wrong: object) {
  return { path: "a.cs", uses: [], declared: [], unresolved: [], imports: [], ...wrong };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
