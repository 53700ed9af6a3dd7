#!/usr/bin/env node
// Ten agents on one repository, two of them editing: errors, stale answers, time to the first answer, memory when idle.
// Usage: node bench/ten-clients.mjs [--clients 10] [--editors 2] [--seconds 10] [--http]   (after `npm run build`)
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "10" },
    editors: { type: "string", default: "2" },
    seconds: { type: "string", default: "10" },
    http: { type: "boolean", default: false },
  },
});
const CLI = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli.js");
const FILES = 300;
/** Idle: so long after the last answer. */
const IDLE_MS = 10_000;
const MAX_IDLE_MB = 150;

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "clew-ten-")));
const shop = join(scratch, "shop");
const env = { PATH: process.env.PATH, CLEW_HOME: join(scratch, "home") };
const errors = [];
const stale = [];
/** Answers that said themselves that the tree was still being compared. */
let pending = 0;
let calls = 0;
let edits = 0;

function makeRepository() {
  mkdirSync(join(shop, "src"), { recursive: true });
  for (let n = 0; n < FILES; n++) {
    const text = `import { f${(n + 1) % FILES} } from "./f${(n + 1) % FILES}.ts";\n\nexport function f${n}(): number {\n  return f${(n + 1) % FILES}() + ${n};\n}\n`;
    writeFileSync(join(shop, `src/f${n}.ts`), text);
  }
  const quiet = {
    PATH: process.env.PATH,
    HOME: scratch,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: shop,
      env: quiet,
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
}

async function connectStdio() {
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp"],
    cwd: shop,
    env,
    stderr: "ignore",
  });
  const startedAt = performance.now();
  await client.connect(transport);
  return { client, pid: transport.pid, connectMs: performance.now() - startedAt };
}

async function startServer() {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
    cwd: shop,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { child, ...JSON.parse(readFileSync(join(env.CLEW_HOME, "serve/server.json"), "utf8")) };
}

async function connectHttp({ url, token, pid }) {
  const client = new Client({ name: "bench", version: "1" });
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return { client, pid, connectMs: performance.now() - startedAt };
}

async function ask(client, name, args) {
  calls += 1;
  const result = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
  const text = result.content.map((part) => part.text ?? "").join("");
  if (result.isError) throw new Error(text);
  return text;
}

/** Reads what the others may be changing; any answer will do, an error will not. */
async function readLoop(client, number, endsAt) {
  const questions = [
    ["search", { query: "function that returns a number" }],
    ["symbol", { name: `f${number}` }],
    ["trace", { symbol: `f${number + 1}` }],
    ["status", {}],
  ];
  for (let turn = 0; performance.now() < endsAt; turn++) {
    const [name, args] = questions[turn % questions.length];
    await ask(client, name, args).catch((error) => errors.push(`${name}: ${error.message}`));
  }
}

/** Asks again while the answer says that it is not up to date yet. */
async function askFresh(client, name) {
  for (;;) {
    const text = await ask(client, "symbol", { name });
    if (!/generation \d+, pending/.test(text)) return text;
    pending += 1;
  }
}

/** Renames a function and asks for both names at once: the new one must be found, the old one must be gone. */
async function editLoop(client, number, endsAt) {
  let old = `f${number}`;
  for (let turn = 0; performance.now() < endsAt; turn++) {
    const name = `edited${number}x${turn}`;
    writeFileSync(
      join(shop, `src/f${number}.ts`),
      `export function ${name}(): number {\n  return ${turn};\n}\n`,
    );
    edits += 1;
    try {
      const found = await askFresh(client, name);
      if (!found.includes(`src/f${number}.ts:1`)) stale.push(`${name} is not found: ${found.split("\n")[0]}`);
      const gone = await askFresh(client, old);
      if (!gone.includes(`no symbol named ${old}`))
        stale.push(`${old} is still found: ${gone.split("\n")[0]}`);
    } catch (error) {
      errors.push(`edit: ${error.message}`);
    }
    old = name;
  }
}

function residentMb(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

let server;
const agents = [];
try {
  makeRepository();
  if (values.http) server = await startServer();
  for (let n = 0; n < Number(values.clients); n++)
    agents.push(await (server ? connectHttp(server) : connectStdio()));
  const endsAt = performance.now() + Number(values.seconds) * 1000;
  await Promise.all(
    agents.map(({ client }, n) => (n < Number(values.editors) ? editLoop : readLoop)(client, n, endsAt)),
  );
  await sleep(IDLE_MS);
  const memory = [...new Set(agents.map(({ pid }) => pid))].map(residentMb);
  const wakingMs = [];
  for (const { client } of agents) {
    const startedAt = performance.now();
    await ask(client, "search", { query: "function that returns a number" });
    wakingMs.push(performance.now() - startedAt);
  }
  for (const { client } of agents) await client.close();
  server?.child.kill();
  if (server) await once(server.child, "exit");
  const verified = execFileSync(process.execPath, [CLI, "verify", "--deep"], {
    cwd: shop,
    env,
    encoding: "utf8",
  }).trim();
  const rows = [
    [
      "clients, of them editing",
      `${agents.length}, ${values.editors}, over ${values.http ? "HTTP" : "stdio"}`,
    ],
    ["calls, edits", `${calls}, ${edits}`],
    ["errors", errors.length],
    ["stale answers", stale.length],
    ["answers that said they were pending", pending],
    ["start to initialized, median ms", Math.round(median(agents.map(({ connectMs }) => connectMs)))],
    ["idle memory per server, largest MB", Math.round(Math.max(...memory))],
    ["search after idling, median ms", Math.round(median(wakingMs))],
    ["clew verify --deep", verified.split("\n")[0]],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(38)} ${value}`);
  for (const line of [...errors, ...stale].slice(0, 10)) console.log(`  ${line.split("\n")[0]}`);
  if (errors.length + stale.length > 0 || Math.max(...memory) > MAX_IDLE_MB) process.exitCode = 1;
} finally {
  for (const { client } of agents) await client.close().catch(() => {});
  server?.child.kill();
  rmSync(scratch, { recursive: true, force: true });
}
