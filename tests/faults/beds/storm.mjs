/** F11, F12: many processes that write and many that read one index at the same time. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { clew, DIST, World } from "../support/world.mjs";

export const title = "writers and readers of one index at once";

const FILES = 80;
const SCRIPT = fileURLToPath(new URL("../support/storm-process.mjs", import.meta.url));

export async function execute({ isSmoke, seed, log }) {
  const [writers, readers, seconds] = isSmoke ? [3, 4, 20] : [8, 16, 300];
  const world = new World("storm");
  const home = world.path("home");
  try {
    world.createRepository(FILES, seed);
    await clew(["index", world.root], home);
    const roles = [...Array(writers).fill("write"), ...Array(readers).fill("read")];
    const results = await Promise.all(
      roles.map((role, at) => takePart({ role, at, home, root: world.root, seconds })),
    );
    const spans = results.flatMap(({ written }) => written ?? []).sort((a, b) => a[0] - b[0]);
    const errors = results.flatMap((result) => result.errors);
    for (const error of errors.slice(0, 5)) log(error);
    const overlaps = spans.filter(([start], at) => at > 0 && start < spans[at - 1][1]).length;
    const mixed = sum(results, "mixed");
    return [
      {
        figure: `${writers} writers × ${readers} readers, ${seconds} s`,
        measured: `${sum(results, "asked")} asked for an update, ${spans.length} made one in writers, ${sum(results, "reads")} reads`,
        ok: spans.length > 0 && sum(results, "asked") >= writers && sum(results, "reads") > readers,
      },
      { figure: "errors surfaced", measured: errors.length, ok: errors.length === 0 },
      { figure: "updates at the same time", measured: overlaps, ok: overlaps === 0 },
      { figure: "reads that mixed generations", measured: mixed, ok: mixed === 0 },
      {
        figure: "processes that ended badly",
        measured: results.filter(({ code }) => code !== 0).length,
        ok: results.every(({ code }) => code === 0),
      },
    ];
  } finally {
    world.remove();
  }
}

function takePart({ role, at, home, root, seconds }) {
  const args = [SCRIPT, join(DIST, "index.js"), role, String(at), home, root, String(seconds)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let result = { errors: [`${role} ${at} said nothing`] };
  createInterface({ input: child.stdout }).on("line", (line) => {
    result = JSON.parse(line);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...result, code })));
}

function sum(results, key) {
  return results.reduce((total, result) => total + (result[key] ?? 0), 0);
}
