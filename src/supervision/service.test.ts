import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectByIpc } from "./connect-ipc.ts";
import { connectByStdio } from "./connect-stdio.ts";
import type { Connect } from "./connection.ts";
import { CrashBreaker } from "./crash-breaker.ts";
import { Service, type ServiceOptions } from "./service.ts";

type Question = { type: "count"; id: number; to: number };
type Part = { type: "part"; id: number; value: unknown };

let folder: string;
let service: Service<Question, Part> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-supervision-"));
});
afterEach(() => {
  service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `tell` and `hear` over either transport, then the text of the test. */
const SPEAK = {
  ipc: `
    const tell = (message, then) => process.send(message, undefined, undefined, then);
    const hear = (listener) => process.on("message", listener);
    process.on("disconnect", () => process.exit(0));
  `,
  stdio: `
    const tell = (message, then) => {
      const body = Buffer.from(JSON.stringify(message));
      process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n");
      process.stdout.write(body, then);
    };
    let held = Buffer.alloc(0);
    const hear = (listener) => process.stdin.on("data", (chunk) => {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        const end = held.indexOf("\\r\\n\\r\\n");
        const length = end < 0 ? NaN : Number(/\\d+/.exec(held.subarray(0, end).toString())[0]);
        if (!(held.length >= end + 4 + length)) return;
        const message = JSON.parse(held.subarray(end + 4, end + 4 + length).toString());
        held = held.subarray(end + 4 + length);
        listener(message);
      }
    });
    process.stdin.on("end", () => process.exit(0));
  `,
};

/** Greets and counts; a cancelled count ends. */
const COUNTS = `
  const cancelled = new Set();
  hear(async ({ type, id, to }) => {
    if (type === "cancel") return cancelled.add(id);
    for (let value = 1; value <= to && !cancelled.has(id); value++) {
      tell({ type: "part", id, value });
      if (to > 1000) await new Promise((go) => setTimeout(go, 1));
    }
    tell({ type: "done", id });
  });
  tell({ type: "hello", protocol: 1 });
`;

function connect(transport: "ipc" | "stdio", body: string): Connect {
  const file = join(folder, `child-${Math.random()}.cjs`);
  writeFileSync(file, SPEAK[transport] + body);
  if (transport === "ipc") return connectByIpc({ file, heapMb: 200 });
  return connectByStdio({ command: process.execPath, args: ["--max-old-space-size=200", file] });
}

function open(
  transport: "ipc" | "stdio",
  body: string,
  options: Partial<ServiceOptions> = {},
): Service<Question, Part> {
  service = new Service({
    name: "the child",
    connect: connect(transport, body),
    protocol: 1,
    isPart: ({ type }) => type === "part",
    memoryMb: 300,
    heapMb: 200,
    startMs: 5_000,
    idleMs: 60_000,
    maxWaiting: 8,
    breaker: new CrashBreaker({ maxCrashes: 3, windowMs: 60_000, firstPauseMs: 1, longestPauseMs: 5 }),
    ...options,
  });
  return service;
}

async function count(
  to: number,
  { signal, allowedMs = 5_000 }: { signal?: AbortSignal; allowedMs?: number } = {},
) {
  const values: unknown[] = [];
  const parts = service!.ask({
    send: (tell, id) => tell({ type: "count", id, to }),
    first: { what: "begin", allowedMs },
    next: { what: "go on", allowedMs },
    signal,
  });
  for await (const { value } of parts) values.push(value);
  return values;
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

describe.each(["ipc", "stdio"] as const)("a service over %s", (transport) => {
  test("answers one request after the other by one process, and ends it when it is closed", async () => {
    open(transport, COUNTS);
    expect(await Promise.all([count(3), count(2)])).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
    const { pid } = service!.status();
    expect(await count(1)).toEqual([1]);
    expect(service!.status()).toMatchObject({ state: "idle", pid, recentCrashes: 0 });
    service!.close();
    while (isRunning(pid!)) await sleep(10);
    await expect(count(1)).rejects.toMatchObject({ kind: "closed" });
  });

  test("takes no more requests than may wait", async () => {
    open(transport, COUNTS, { maxWaiting: 1 });
    const one = count(1);
    await expect(count(1)).rejects.toMatchObject({ kind: "busy" });
    expect(await one).toEqual([1]);
  });

  test("a cancelled request ends at once, and the next is answered by the same process", async () => {
    open(transport, COUNTS);
    await count(1);
    const { pid } = service!.status();
    await expect(count(100_000, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      kind: "cancelled",
    });
    expect(await count(2)).toEqual([1, 2]);
    expect(service!.status().pid).toBe(pid);
  });

  test("an unused process is ended, and another answers the next request", async () => {
    open(transport, COUNTS, { idleMs: 20 });
    await count(1);
    const { pid } = service!.status();
    while (service!.status().state !== "off") await sleep(10);
    while (isRunning(pid!)) await sleep(10);
    expect(await count(1)).toEqual([1]);
    expect(service!.status().recentCrashes).toBe(0);
  });

  test.each([
    ["ends before it greets", "process.exit(3);", "load-failed"],
    ["never greets", "setInterval(() => {}, 1000); for (;;);", "timed-out"],
    ["greets in another version", 'tell({ type: "hello", protocol: 2 }); hear(() => {});', "protocol-broken"],
    ["answers nothing", 'hear(() => tell(null)); tell({ type: "hello", protocol: 1 });', "protocol-broken"],
    [
      "answers other words",
      'hear(({ id }) => tell({ type: "parts", id })); tell({ type: "hello", protocol: 1 });',
      "protocol-broken",
    ],
    [
      "fails without saying how",
      'hear(({ id }) => tell({ type: "failed", id })); tell({ type: "hello", protocol: 1 });',
      "protocol-broken",
    ],
    ["ends in a request", 'hear(() => process.exit(1)); tell({ type: "hello", protocol: 1 });', "crashed"],
    ["never answers", 'hear(() => { for (;;); }); tell({ type: "hello", protocol: 1 });', "timed-out"],
    [
      "outgrows its limit",
      'const grown = []; hear(() => setInterval(() => grown.push(Buffer.alloc(2e7, 1)), 5)); tell({ type: "hello", protocol: 1 });',
      "out-of-memory",
    ],
    [
      "fills its heap",
      'hear(() => { const grown = []; for (;;) grown.push(new Array(1e5).fill({})); }); tell({ type: "hello", protocol: 1 });',
      "out-of-memory",
    ],
  ])(
    "a process that %s fails its request, and after three the service is left alone",
    async (_, body, kind) => {
      open(transport, body, { startMs: 300 });
      for (let at = 0; at < 3; at++)
        await expect(count(1, { allowedMs: kind === "timed-out" ? 300 : 20_000 })).rejects.toMatchObject({
          kind,
        });
      await expect(count(1)).rejects.toMatchObject({ kind: "stopped" });
      expect(service!.status()).toMatchObject({ state: "stopped", pid: null, recentCrashes: 3 });
    },
  );

  test("a failure that the child tells is told with its own code, and it lives on", async () => {
    open(
      transport,
      'hear(({ id }) => tell({ type: "failed", id, code: "NO", message: "not that" })); tell({ type: "hello", protocol: 1 });',
    );
    await expect(count(1)).rejects.toMatchObject({ code: "NO", message: "not that" });
    expect(service!.status().state).toBe("idle");
  });

  test("secrets of the environment do not reach it", async () => {
    process.env.CLEW_TEST_SECRET = "hunter2";
    try {
      open(
        transport,
        'hear(({ id }) => { tell({ type: "part", id, value: Object.keys(process.env).sort() }); tell({ type: "done", id }); }); tell({ type: "hello", protocol: 1 });',
      );
      const [names] = (await count(1)) as string[][];
      expect(names).not.toContain("CLEW_TEST_SECRET");
      expect(names).toContain("PATH");
    } finally {
      delete process.env.CLEW_TEST_SECRET;
    }
  });
});

test("a program that is not there is unavailable", async () => {
  open("stdio", "", { connect: connectByStdio({ command: join(folder, "nothing") }) });
  await expect(count(1)).rejects.toMatchObject({ kind: "unavailable" });
});

test("bytes on standard output that are no frame end the process", async () => {
  open("stdio", 'process.stdout.write("warning: something\\n\\n".repeat(500)); hear(() => {});');
  await expect(count(1)).rejects.toMatchObject({ kind: "protocol-broken" });
});

test("what a program over stdio started ends with it when it is killed", async () => {
  const body = `
    const { spawn } = require("node:child_process");
    hear(({ id }) => {
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      tell({ type: "part", id, value: child.pid });
    });
    tell({ type: "hello", protocol: 1 });
  `;
  open("stdio", body);
  const pids: number[] = [];
  const parts = service!.ask({
    send: (tell, id) => tell({ type: "count", id, to: 1 }),
    first: { what: "begin", allowedMs: 5_000 },
    next: { what: "go on", allowedMs: 100 },
  });
  await expect(
    (async () => {
      for await (const { value } of parts) pids.push(value as number);
    })(),
  ).rejects.toMatchObject({ kind: "timed-out" });
  const deadline = Date.now() + 5_000;
  while (isRunning(pids[0]!) && Date.now() < deadline) await sleep(10);
  expect(isRunning(pids[0]!)).toBe(false);
});
