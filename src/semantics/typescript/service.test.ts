import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CrashBreaker } from "../../supervision/crash-breaker.ts";
import { bundleScript } from "../../testing/bundle-script.ts";
import { TempFolder } from "../../testing/git-fixture.ts";
import { WrittenView } from "../../testing/written-view.ts";
import type { AnalysedFile } from "./project.ts";
import { PROTOCOL_VERSION } from "./protocol.ts";
import {
  type AnalyseRequest,
  createTypeScriptService,
  type ServiceOptions,
  type TypeScriptService,
} from "./service.ts";

let serviceFile: string;
let folder: TempFolder;
let view: WrittenView;
let service: TypeScriptService;

beforeAll(async () => {
  serviceFile = await bundleScript(new URL("./ts-service.ts", import.meta.url));
});
beforeEach(async () => {
  folder = new TempFolder("clew-service");
  view = new WrittenView(folder.path);
  await view.writeAll(`
//- a.ts
export function f() { return 1; }
//- b.ts
import { f } from "./a";
export const g = () => f();
//- readme.md
# words
`);
});
afterEach(() => {
  service.close();
  rmSync(folder.path, { recursive: true, force: true });
});

const FAST_RESTART = { maxCrashes: 5, windowMs: 60_000, firstPauseMs: 1, longestPauseMs: 5 };

function open(options: ServiceOptions = {}): TypeScriptService {
  service = createTypeScriptService({ serviceFile, breaker: new CrashBreaker(FAST_RESTART), ...options });
  return service;
}

function request(wanted: AnalyseRequest["wanted"] = "all", signal?: AbortSignal): AnalyseRequest {
  return {
    root: folder.path,
    files: [...view.files.values()].map(({ path, hash }) => ({ path, hash })),
    symbolsOf: (path) => view.files.get(path)?.facts?.symbols ?? [],
    wanted,
    ...(signal ? { signal } : {}),
  };
}

async function paths(results: AsyncIterable<AnalysedFile>): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of results) found.push(path);
  return found;
}

/** A file with one edge that is right but for what is given. */
function linked(wrong: object) {
  const edge = { from: "a.ts#f", to: "a.ts#f", kind: "calls", tier: "compiler", lines: [1], ...wrong };
  const lists = { unresolved: [], unknown: [], dependencies: [], shown: [] };
  return { path: "a.ts", links: { extractor: "x", edges: [edge], ...lists } };
}

/** A process that behaves as the text says, instead of the compiler. */
function scripted(body: string): string {
  const file = folder.join(`scripted-${Math.random()}.cjs`);
  const hello = { type: "hello", protocol: PROTOCOL_VERSION };
  writeFileSync(
    file,
    `const hello = ${JSON.stringify(hello)};\nprocess.on("disconnect", () => process.exit());\n${body}`,
  );
  return file;
}

describe("the compiler service", () => {
  test("streams links, keeps its process, and sends only changes", async () => {
    open();
    const asked: string[] = [];
    const counted = (wanted: AnalyseRequest["wanted"]): AnalyseRequest => ({
      ...request(wanted),
      symbolsOf: (path) => {
        asked.push(path);
        return view.files.get(path)?.facts?.symbols ?? [];
      },
    });
    const results: AnalysedFile[] = [];
    for await (const result of service.analyse(counted("all"))) results.push(result);
    expect(results.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
    expect(JSON.stringify(results[1])).toContain(
      '"b.ts#g","to":"a.ts#f","kind":"calls","tier":"compiler","lines":[2]',
    );
    const { pid } = service.status();
    await view.write("a.ts", "export function f() { return 1 + 1; }\n");
    expect(await paths(service.analyse(counted(["a.ts"])))).toEqual(["a.ts"]);
    expect(asked).toEqual(["a.ts", "b.ts", "a.ts"]);
    expect(service.status()).toMatchObject({ state: "idle", pid, recentCrashes: 0, lastError: null });
  });

  test("kill -9 between requests: the next one works and is complete", async () => {
    open();
    await paths(service.analyse(request()));
    process.kill(service.status().pid!, "SIGKILL");
    while (service.status().pid !== null) await sleep(5);
    expect(service.status()).toMatchObject({
      state: "off",
      recentCrashes: 1,
      lastError: { code: "SEMANTICS_CRASHED" },
    });
    expect(await paths(service.analyse(request()))).toEqual(["a.ts", "b.ts"]);
  });

  test.each([0, 30, 300])(
    "kill -9 %i ms into a request: a clean error, then everything that was owed",
    async (delay) => {
      open();
      const run = service.analyse(request());
      const outcome = paths(run).then(
        (found) => found,
        (error: unknown) => error,
      );
      while (service.status().pid === null) await sleep(1);
      await sleep(delay);
      const { pid } = service.status();
      if (pid !== null) process.kill(pid, "SIGKILL");
      const result = await outcome;
      if (!Array.isArray(result))
        expect(result).toMatchObject({ code: "SEMANTICS_CRASHED", retryable: true });
      while (service.status().pid === pid) await sleep(5);
      // Nothing is asked for, but what the failed request owed still comes.
      const later = await paths(service.analyse(request(Array.isArray(result) ? "all" : [])));
      expect(later).toEqual(["a.ts", "b.ts"]);
    },
  );

  test("a request that is cancelled ends at once and the next one works", async () => {
    open();
    const controller = new AbortController();
    const run = paths(service.analyse(request("all", controller.signal)));
    setTimeout(() => controller.abort(), 20);
    await expect(run).rejects.toMatchObject({ code: "SEMANTICS_CANCELLED" });
    expect(await paths(service.analyse(request([])))).toEqual(["a.ts", "b.ts"]);
  });

  test("a reader that stops early leaves the rest owed", async () => {
    open();
    for await (const { path } of service.analyse(request())) if (path === "a.ts") break;
    expect(await paths(service.analyse(request([])))).toContain("b.ts");
  });

  test("requests wait for their turn, and too many are rejected", async () => {
    open({ maxWaiting: 2 });
    const [one, two] = [service.analyse(request()), service.analyse(request(["a.ts"]))].map(paths);
    await expect(paths(service.analyse(request()))).rejects.toMatchObject({
      code: "SEMANTICS_BUSY",
      retryable: true,
    });
    expect(await one).toEqual(["a.ts", "b.ts"]);
    expect(await two).toEqual(["a.ts"]);
  });

  test("an unused process is ended and comes back on demand", async () => {
    open({ idleMs: 30 });
    await paths(service.analyse(request()));
    while (service.status().state !== "off") await sleep(10);
    expect(service.status().recentCrashes).toBe(0);
    expect(await paths(service.analyse(request()))).toEqual(["a.ts", "b.ts"]);
  });

  test("after close, requests fail", async () => {
    open().close();
    await expect(paths(service.analyse(request()))).rejects.toMatchObject({ code: "SEMANTICS_CLOSED" });
    expect(service.status().state).toBe("closed");
  });
});

describe("a process that misbehaves", () => {
  test.each([
    ["speaks another protocol", "process.send({ ...hello, protocol: 99 });", "SEMANTICS_PROTOCOL", {}],
    ["ends at once", "process.exit(3);", "SEMANTICS_CRASHED", {}],
    [
      "never finishes loading",
      'process.send(hello); process.on("message", (m) => { if (m.type === "analyse") for (;;); });',
      "SEMANTICS_TIMEOUT",
      { loadMs: 300 },
    ],
    [
      "grows too large",
      'process.send(hello); const held = []; process.on("message", () => { for (let n = 0; n < 40; n++) held.push(Buffer.alloc(1e7, 1)); });',
      "SEMANTICS_MEMORY",
      { memoryMb: 200 },
    ],
    [
      "runs out of heap",
      'process.send(hello); process.on("message", () => { const held = []; for (;;) held.push(new Array(1e5).fill({})); });',
      "SEMANTICS_MEMORY",
      { memoryMb: 200 },
    ],
  ])("%s", async (_, body, code, limits) => {
    open({ serviceFile: scripted(body), ...limits });
    await expect(paths(service.analyse(request()))).rejects.toMatchObject({ code });
    expect(service.status().lastError?.code).toBe(code);
  });

  test.each([
    ["a plan that is no list", { type: "planned", paths: 7 }],
    ["results that are no list", { type: "results", results: "all" }],
    ["a file without links", { type: "results", results: [{ path: "a.ts" }] }],
    ["links without edges", { type: "results", results: [{ path: "a.ts", links: { extractor: "x" } }] }],
    ["an edge of an unknown kind", { type: "results", results: [linked({ kind: "likes" })] }],
    ["an edge that leads nowhere", { type: "results", results: [linked({ to: undefined })] }],
    ["a line that is none", { type: "results", results: [linked({ lines: [-1] })] }],
  ])("sends %s", async (_, part) => {
    const answer = `process.on("message", ({ type, id }) => { if (type === "analyse") process.send({ ...${JSON.stringify(part)}, id }); });`;
    open({ serviceFile: scripted(`process.send(hello); ${answer}`) });
    await expect(paths(service.analyse(request()))).rejects.toMatchObject({ code: "SEMANTICS_PROTOCOL" });
  });

  test("that crashes again and again is left alone", async () => {
    const breaker = new CrashBreaker({ ...FAST_RESTART, maxCrashes: 3 });
    open({ serviceFile: scripted("process.exit(3);"), breaker });
    for (let at = 0; at < 3; at++) {
      await expect(paths(service.analyse(request()))).rejects.toMatchObject({ code: "SEMANTICS_CRASHED" });
    }
    await expect(paths(service.analyse(request()))).rejects.toMatchObject({ code: "SEMANTICS_STOPPED" });
    expect(service.status()).toMatchObject({ state: "stopped", recentCrashes: 3 });
  });
});

describe("the crash breaker", () => {
  test("pauses longer with each crash, stops at the limit, and forgets with time", () => {
    const breaker = new CrashBreaker({
      maxCrashes: 3,
      windowMs: 1_000,
      firstPauseMs: 10,
      longestPauseMs: 15,
    });
    expect(breaker.state(0)).toEqual({ crashes: 0, stoppedUntil: null, pauseMs: 0 });
    breaker.noteCrash(100);
    expect(breaker.state(104)).toEqual({ crashes: 1, stoppedUntil: null, pauseMs: 6 });
    breaker.noteCrash(200);
    expect(breaker.state(200)).toEqual({ crashes: 2, stoppedUntil: null, pauseMs: 15 });
    breaker.noteCrash(300);
    expect(breaker.state(300)).toMatchObject({ crashes: 3, stoppedUntil: 1_100 });
    expect(breaker.state(1_100)).toMatchObject({ crashes: 2, stoppedUntil: null });
    breaker.noteSuccess();
    expect(breaker.state(1_100).crashes).toBe(0);
  });
});
