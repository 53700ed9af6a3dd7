/**
 * F13: a process that reads one generation is stopped while others publish. The log stays within twice its cap, nobody
 * gets a wrong answer, what holds it is named, and all is well once the process goes on.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DIST, fileName, indexFileOf, moduleText, World } from "../support/world.mjs";

export const title = "a stopped reader while others publish";

const SCRIPT = fileURLToPath(new URL("../support/long-reader-process.mjs", import.meta.url));
const FILES = 24;
/** So much that an update adds more than a megabyte to the log. */
const UNITS_PER_FILE = 120;
const MEGABYTE = 1024 * 1024;
const CAP_MB = 64;
/** The last update that is let in starts just below twice the cap. */
const ONE_UPDATE_MB = 16;

export async function execute({ isSmoke, seed }) {
  const world = new World("long-reader", { isInMemory: true });
  const home = world.path("home");
  const { openEngine } = await import(join(DIST, "index.js"));
  const engine = await openEngine({ home });
  let reader = null;
  try {
    world.createRepository(FILES, seed);
    await engine.update(world.root);
    const log = `${indexFileOf(home)}-wal`;
    const logMegabytes = () => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) / MEGABYTE;
    reader = startReader(home, world.root);
    const { holds } = await reader.next();
    reader.child.kill("SIGSTOP");
    const held = await publishUntilHeld({ engine, world, logMegabytes, most: isSmoke ? 5 : 500 });
    const asked = await engine.readView(world.root, async ({ info }) => info.generation);
    const doctor = (await engine.doctor(world.root)).checks.find(({ name }) => name === "index logs");
    reader.child.kill("SIGCONT");
    reader.child.stdin.write("go on\n");
    const answer = await reader.next();
    await once(reader.child, "exit");
    await engine.update(world.root);
    await engine.update(world.root);
    const { problems } = await engine.verify(world.root, { deep: true });
    return [
      {
        figure: "updates while a reader was stopped",
        measured: `${held.updates}, largest log ${Math.round(held.largest)} MB`,
        ok: held.updates > 0 && held.largest <= 2 * CAP_MB + ONE_UPDATE_MB,
      },
      ...(isSmoke ? [] : heldRows(held, doctor, reader.child.pid)),
      {
        figure: "questions are answered meanwhile",
        measured: `generation ${asked}`,
        ok: asked >= held.updates,
      },
      {
        figure: "the reader sees one generation, or opens another one",
        measured: JSON.stringify(answer),
        ok: answer.isSame === true && answer.generation >= holds,
      },
      {
        figure: "log after the reader ended",
        measured: `${Math.round(logMegabytes())} MB, ${problems.length} problems`,
        ok: logMegabytes() <= CAP_MB && problems.length === 0,
      },
    ];
  } finally {
    reader?.child.kill("SIGKILL");
    await engine.close();
    world.remove();
  }
}

function heldRows(held, doctor, pid) {
  return [
    {
      figure: "at twice its cap writing stops and says so",
      measured: held.error?.code ?? "never stopped",
      ok: held.error?.code === "INDEX_LOG_HELD",
    },
    {
      figure: "doctor names the process",
      measured: doctor?.detail ?? "nothing",
      ok: doctor?.ok === false && doctor.detail.includes(String(pid)),
    },
  ];
}

async function publishUntilHeld({ engine, world, logMegabytes, most }) {
  const held = { updates: 0, largest: 0, error: null };
  while (held.updates < most && !held.error) {
    for (let at = 0; at < FILES; at++) {
      const units = Array.from({ length: UNITS_PER_FILE }, (_, unit) =>
        moduleText(held.updates * 1e6 + at * 1e3 + unit, unit, held.updates),
      );
      world.write(fileName(at), units.join("\n"));
    }
    try {
      await engine.update(world.root);
      held.updates += 1;
    } catch (error) {
      held.error = error;
    }
    held.largest = Math.max(held.largest, logMegabytes());
  }
  return held;
}

function startReader(home, root) {
  const child = spawn(process.execPath, [SCRIPT, join(DIST, "index.js"), home, root], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => JSON.parse((await lines.next()).value ?? "{}") };
}
