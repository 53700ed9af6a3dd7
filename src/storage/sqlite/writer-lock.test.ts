import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppError } from "../../core/errors.ts";
import { bundleScript } from "../../testing/bundle-script.ts";
import { acquireWriterLock, readLockHolder, tryAcquireWriterLock } from "./writer-lock.ts";

let script: string;
let folder: string;
let file: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  script = await bundleScript(new URL("../storage-process.ts", import.meta.url));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-lock-"));
  file = join(folder, "index.db");
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

function startHolder(): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [script, "hold-lock", file], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() };
}

describe("the writer lock", () => {
  it("has one holder within a process and is free after release", async () => {
    const lock = tryAcquireWriterLock(file)!;
    expect(readLockHolder(file)?.pid ?? null).toBe(process.pid);
    expect(tryAcquireWriterLock(file)).toBeNull();
    lock.release();
    lock.release();
    expect(readLockHolder(file)?.pid ?? null).toBeNull();
    const again = tryAcquireWriterLock(file);
    expect(again).not.toBeNull();
    again!.release();
  });

  it("is one per index file", () => {
    const one = tryAcquireWriterLock(file)!;
    const other = tryAcquireWriterLock(`${file}-other`)!;
    expect(other).not.toBeNull();
    one.release();
    other.release();
  });

  it("is not lost when a second attempt in the same process fails", async () => {
    const lock = tryAcquireWriterLock(file)!;
    expect(tryAcquireWriterLock(file)).toBeNull();
    const { lines, child } = startHolder();
    const held = lines.next();
    expect(await Promise.race([held, once(child, "exit"), settle(300)])).toBe("still waiting");
    lock.release();
    expect((await held).value).toBe("held");
  });

  it("names the process that holds it", async () => {
    const { child, lines } = startHolder();
    expect((await lines.next()).value).toBe("held");
    const error = await acquireWriterLock(file, { timeoutMs: 50 }).catch((thrown: AppError) => thrown);
    expect(error).toMatchObject({ code: "INDEX_LOCKED", retryable: true, details: { pid: child.pid } });
  });

  it("goes to the next as soon as its holder releases it", async () => {
    const { child, lines } = startHolder();
    await lines.next();
    const waiting = acquireWriterLock(file, { timeoutMs: 20_000 });
    child.stdin!.write("\n");
    (await waiting).release();
    expect((await lines.next()).value).toBe("released");
  });

  it("is freed by the kernel when its holder is killed", async () => {
    const { child, lines } = startHolder();
    await lines.next();
    const waiting = acquireWriterLock(file, { timeoutMs: 20_000 });
    child.kill("SIGKILL");
    const lock = await waiting;
    expect(readLockHolder(file)?.pid ?? null).toBe(process.pid);
    lock.release();
  });

  it("has one holder at a time in a crowd", async () => {
    const crowd = Array.from({ length: 4 }, startHolder);
    let holders = 0;
    await Promise.all(
      crowd.map(async ({ child, lines }) => {
        expect((await lines.next()).value).toBe("held");
        holders += 1;
        expect(holders).toBe(1);
        await settle(20);
        holders -= 1;
        child.kill("SIGKILL");
      }),
    );
  });

  it("stops waiting when told to", async () => {
    const lock = tryAcquireWriterLock(file)!;
    const stop = new AbortController();
    const waiting = acquireWriterLock(file, { timeoutMs: 20_000, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    lock.release();
  });
});

async function settle(ms: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return "still waiting";
}
