/**
 * F23: a server with a low memory ceiling, asked about more repositories than fit below it. Its own process stays
 * below, turns calls away while it is full, and answers again; staying above would end it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createMutant } from "../support/mutant.mjs";
import { clew, DIST, fileName, moduleText, World } from "../support/world.mjs";

export const title = "a server at its memory ceiling";

/** Together more than fits below the ceiling: without a guard a server takes half as much again. */
const REPOSITORIES = 6;
const FILES = 4_500;
/** Little more than a server takes by itself: what it keeps of several repositories is too much. */
const CEILING_MB = 200;
const PARALLEL = 1;
const SAMPLE_MS = 100;
/** A call that is turned away is made again, as the answer says. */
const RETRY_MS = 250;
const MAX_TRIES = 80;
/** The longest that a server without a guard is watched. */
const CONTROL_MS = 90_000;
/** The server looks once a second and gives calls that are under way five. */
const MAX_ABOVE_MS = 7_000;

export async function execute({ isSmoke }) {
  const calls = isSmoke ? 24 : 240;
  const world = new World("ceiling");
  const home = world.path("home");
  try {
    const roots = plant(world);
    for (const root of roots) await clew(["index", root], home, { deadlineMs: 300_000 });
    const { count, last, memory, isAlive } = await serveMany({ calls, roots, home, dist: DIST });
    return [
      {
        figure: "calls",
        measured: `${calls} about ${roots.length} repositories: ${JSON.stringify(count)}, then ${last}`,
        ok: count.answered === calls && count.wrong === 0 && last !== "wrong",
      },
      {
        figure: `longest time above ${CEILING_MB} MB`,
        measured: `${memory.longestMs} ms, at most ${Math.round(memory.mostMb)} MB`,
        ok: memory.mostMb > 0 && memory.longestMs <= MAX_ABOVE_MS,
      },
      { figure: "server still there", measured: isAlive, ok: isAlive },
      await negativeControl({ calls, roots, home }),
    ];
  } finally {
    world.remove();
  }
}

/** The same calls to a server that does not look at its memory, for long enough to be above the ceiling too long. */
async function negativeControl({ calls, roots, home }) {
  const promise = "the server looks at its memory";
  const mutant = createMutant([
    [promise, "async check\\(\\) \\{(?=\\s+const \\{ ceilingBytes \\})", "async check() { return;"],
  ]);
  try {
    const isEnough = ({ longestMs }) => longestMs > MAX_ABOVE_MS;
    const { memory } = await serveMany({ calls, roots, home, dist: mutant.dist, isEnough });
    return {
      figure: `negative control: without "${promise}" it stays above`,
      measured: `${memory.longestMs} ms, at most ${Math.round(memory.mostMb)} MB`,
      ok: memory.longestMs > MAX_ABOVE_MS,
    };
  } finally {
    mutant.remove();
  }
}

/** Calls go on until what was seen of its memory is enough, or for a minute and a half. */
async function serveMany({ calls, roots, home, dist, isEnough = () => true }) {
  const server = spawn(process.execPath, [join(dist, "cli.js"), "serve", "--port", "0"], {
    cwd: roots[0],
    env: { ...process.env, CLEW_HOME: home, CLEW_SERVE_MEMORY_MB: String(CEILING_MB) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    await once(server.stdout, "data");
    const record = JSON.parse(readFileSync(join(home, "serve/server.json"), "utf8"));
    const memory = watchMemory(server);
    const until = performance.now() + CONTROL_MS;
    let count = await askMany(record, roots, calls);
    while (!isEnough(memory) && performance.now() < until) count = await askMany(record, roots, calls);
    const last = await ask(record, roots[0], 1);
    memory.stop();
    return { count, last, memory, isAlive: server.exitCode === null };
  } finally {
    server.kill("SIGKILL");
    if (server.exitCode === null) await once(server, "exit");
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
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const outcome = await ask(record, roots[at % roots.length], at % FILES);
        count[outcome] += 1;
        if (outcome !== "busy") break;
        await sleep(RETRY_MS);
      }
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
