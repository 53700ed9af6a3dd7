/**
 * A real PostgreSQL for tests: the server that CLEW_TEST_POSTGRES names (the address of a role that may do everything), or
 * one that is started here, from the folder that tests/postgres/get-server.sh fills. Where there is neither, tests are
 * left out and the reason is printed.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = process.env.CLEW_POSTGRES_ROOT || "/var/tmp/clew-postgres-17";
const SERVER = "/usr/lib/postgresql/17/bin/postgres";
/** Of the account that get-server.sh makes: the server refuses to run as root. */
const ACCOUNT = 7117;
const START_MS = 20_000;

export interface TestServer {
  /** Of a role that may do everything. */
  address: string;
  port: number;
  stop(): Promise<void>;
  /** Ends the server at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on what is there. */
  restart(): Promise<void>;
}

/** Why there is no server; null when there can be one. */
export function whyNoPostgres(): string | null {
  if (process.env.CLEW_TEST_POSTGRES) return null;
  if (!existsSync(join(ROOT, "ready")))
    return `there is no PostgreSQL: run tests/postgres/get-server.sh or set CLEW_TEST_POSTGRES`;
  return process.getuid?.() === 0 ? null : "PostgreSQL for tests is started in a chroot, which needs root";
}

/** `settings`: lines of postgresql.conf. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const given = process.env.CLEW_TEST_POSTGRES;
  if (given && Object.keys(settings).length === 0) {
    const nothing = async () => {};
    const port = Number(new URL(given).port || 5432);
    return { address: given, port, stop: nothing, kill: nothing, restart: nothing };
  }
  const name = `test-${process.pid}-${randomBytes(4).toString("hex")}`;
  const folder = join(ROOT, "clusters", name);
  cpSync(join(ROOT, "clusters", "template"), folder, { recursive: true });
  giveTo(folder);
  const port = await freePort();
  const options = {
    fsync: "off",
    unix_socket_directories: "/tmp",
    listen_addresses: "127.0.0.1",
    ...settings,
  };
  const start = () => startServer(`/clusters/${name}`, port, options);
  let child = await start();
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // The child is chroot, which became the server itself.
    child.kill(signal);
    await ended;
  };
  return {
    address: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
    kill: () => end("SIGQUIT"),
    restart: async () => {
      await end("SIGINT");
      child = await start();
    },
  };
}

async function startServer(
  cluster: string,
  port: number,
  options: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const settings = Object.entries(options).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const child = spawn(
    "chroot",
    [`--userspec=${ACCOUNT}:${ACCOUNT}`, ROOT, SERVER, "-D", cluster, "-p", String(port), ...settings],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  // A run that is cut short must not leave a server behind.
  process.once("exit", () => child.kill("SIGQUIT"));
  const deadline = performance.now() + START_MS;
  while (!said.includes("ready to accept connections")) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${said}`);
    await sleep(20);
  }
  return child;
}

function giveTo(path: string): void {
  chownSync(path, ACCOUNT, ACCOUNT);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A name that no other test has. */
export function freshSchema(): string {
  return `clew test ${randomBytes(6).toString("hex")}`;
}

/** Runs statements at once, for what cannot wait; gives the rows of the last one. */
export function runSqlNow(address: string, sql: string): Record<string, unknown>[] {
  const script = `
    const { Client } = require("pg");
    const client = new Client({ connectionString: process.argv[1] });
    client.connect().then(() => client.query(require("node:fs").readFileSync(0, "utf8"))).then((result) => {
      console.log(JSON.stringify((Array.isArray(result) ? result.at(-1) : result).rows));
      return client.end();
    });`;
  const output = execFileSync(process.execPath, ["-e", script, address], {
    input: sql,
    maxBuffer: 1 << 28,
    encoding: "utf8",
  });
  return JSON.parse(output) as Record<string, unknown>[];
}
