/**
 * F23: a server with a low memory ceiling, asked about more repositories than fit below it. Its own process stays
 * below, turns calls away while it is full, and answers again; staying above would end it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clew, DIST, fileName, moduleText, World } from "../support/world.mjs";

export const title = "a server at its memory ceiling";

const REPOSITORIES = 6;
const FILES = 200;
/** The lowest that can be set. */
const CEILING_MB = 192;
const PARALLEL = 4;
const SAMPLE_MS = 100;
/** The server looks once a second and gives calls that are under way five. */
const MAX_ABOVE_MS = 7_000;

export async function execute({ isSmoke }) {
  const calls = isSmoke ? 60 : 600;
  const world = new World("ceiling");
  const home = world.path("home");
  let server;
  try {
    const roots = plant(world);
    for (const root of roots) await clew(["index", root], home, { deadlineMs: 120_000 });
    server = spawn(process.execPath, [join(DIST, "cli.js"), "serve", "--port", "0"], {
      cwd: roots[0],
      env: { ...process.env, CLEW_HOME: home, CLEW_SERVE_MEMORY_MB: String(CEILING_MB) },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(server.stdout, "data");
    const record = JSON.parse(readFileSync(join(home, "serve/server.json"), "utf8"));
    const memory = watchMemory(server);
    const count = await askMany(record, roots, calls);
    const last = await ask(record, roots[0], 1);
    memory.stop();
    return [
      {
        figure: "calls",
        measured: `${calls} about ${roots.length} repositories: ${JSON.stringify(count)}, then ${last}`,
        ok: count.answered > calls / 4 && count.wrong === 0 && last !== "wrong",
      },
      {
        figure: `longest time above ${CEILING_MB} MB`,
        measured: `${memory.longestMs} ms, at most ${Math.round(memory.mostMb)} MB`,
        ok: memory.mostMb > 0 && memory.longestMs <= MAX_ABOVE_MS,
      },
      {
        figure: "server still there",
        measured: server.exitCode === null,
        ok: server.exitCode === null,
      },
    ];
  } finally {
    server?.kill("SIGKILL");
    world.remove();
  }
}

function plant(world) {
  return Array.from({ length: REPOSITORIES }, (_, number) => {
    mkdirSync(join(world.root, `r${number}`), { recursive: true });
    for (let at = 0; at < FILES; at++)
      world.write(`r${number}/${fileName(at)}`, moduleText(at, (at * 7) % FILES, number));
    return join(world.root, `r${number}`);
  });
}

async function askMany(record, roots, calls) {
  const count = { answered: 0, busy: 0, wrong: 0 };
  let next = 0;
  const caller = async () => {
    while (next < calls) {
      const at = next++;
      count[await ask(record, roots[at % roots.length], at % FILES)] += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, caller));
  return count;
}

async function ask({ url, token }, root, at) {
  const response = await fetch(`${url}/api/v1/tools/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: `unit_${at}`, repo: root }),
  }).catch((error) => ({ status: 0, text: async () => String(error) }));
  const text = await response.text();
  if (response.status === 503 || response.status === 429) return "busy";
  return response.status === 200 && text.includes(fileName(at)) ? "answered" : "wrong";
}

/** How much the process takes, and for how long at most it took more than its ceiling. */
function watchMemory(child) {
  const seen = { mostMb: 0, longestMs: 0, stop: () => clearInterval(timer) };
  let aboveSince = null;
  const timer = setInterval(() => {
    const mb = residentMb(child.pid);
    seen.mostMb = Math.max(seen.mostMb, mb);
    if (mb <= CEILING_MB) aboveSince = null;
    else aboveSince ??= Date.now();
    if (aboveSince !== null) seen.longestMs = Math.max(seen.longestMs, Date.now() - aboveSince);
  }, SAMPLE_MS);
  return seen;
}

function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
  } catch {
    return 0;
  }
}
