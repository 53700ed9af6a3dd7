import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundleScript } from "../testing/bundle-script.ts";

/** Starts the child, has it work when told to, prints its process id, and stays. */
const PARENT = `
  const [file, kind, isBusy] = process.argv.slice(1);
  const child = require("node:child_process").fork(file, [kind], { serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] });
  child.once("message", () => {
    if (isBusy === "busy") child.send("work");
    setTimeout(() => console.log(child.pid), 200);
  });
`;

let file: string;
let parent: ChildProcess;
let pid: number;

beforeAll(async () => {
  file = await bundleScript(new URL("../testing/busy-child.ts", import.meta.url));
});
afterEach(() => {
  if (existsSync(`/proc/${pid}`)) process.kill(pid, "SIGKILL");
});

async function loseParent(kind: "long" | "short", isBusy: "busy" | "idle"): Promise<boolean> {
  parent = spawn(process.execPath, ["-e", PARENT, file, kind, isBusy], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(parent.stdout!, "data")) as [Buffer];
  pid = Number(printed.toString());
  parent.kill("SIGKILL");
  await once(parent, "exit");
  const deadline = performance.now() + 5_000;
  while (existsSync(`/proc/${pid}`) && performance.now() < deadline) await sleep(20);
  return !existsSync(`/proc/${pid}`);
}

describe.runIf(process.platform === "linux")("after kill -9 of its parent", () => {
  test("an idle child is gone", async () => {
    expect(await loseParent("short", "idle")).toBe(true);
  });

  test("a child in the midst of a long step is gone", async () => {
    expect(await loseParent("long", "busy")).toBe(true);
  });

  test("negative control: without its watch it would work on", async () => {
    expect(await loseParent("short", "busy")).toBe(false);
  });
});
