/**
 * A real PostgreSQL for tests: the server that CLEW_TEST_POSTGRES names (the address of a role that may do everything), or
 * one that is started here, from the folder that tests/postgres/get-server.sh fills. Where there is neither, tests are
 * left out and the reason is printed.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { chownSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const ROOT = process.env.CLEW_POSTGRES_ROOT || "/var/tmp/clew-postgres-17";
const PROGRAMS = "/usr/lib/postgresql/17/bin";
/** Of the account that get-server.sh makes: the server refuses to run as root. */
export const ACCOUNT = 7117;
export const IN_CHROOT = [`--userspec=${ACCOUNT}:${ACCOUNT}`, ROOT];
const START_MS = 60_000;
/** Below those that the system gives to connections: one of them could take the port of a server that is started again. */
const PORTS = { first: 15_000, count: 15_000 };

export interface TestServer {
  /** Of a role that may do everything. */
  address: string;
  port: number;
  stop(): Promise<void>;
  /** Ends the server at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on what is there. */
  restart(): Promise<void>;
  /** A second server that follows this one. */
  replicate(): Promise<TestServer>;
  /** It follows no more and takes writes. */
  promote(): Promise<void>;
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
    const refuse = () => Promise.reject(new Error("the server is not ours"));
    const ends = { stop: nothing, kill: nothing, restart: nothing };
    return { address: given, port, ...ends, replicate: refuse, promote: refuse };
  }
  const name = newCluster();
  const folder = join(ROOT, "clusters", name);
  cpSync(join(ROOT, "clusters", "template"), folder, { recursive: true });
  giveTo(folder);
  return serve(name, settings);
}

function newCluster(): string {
  return `test-${process.pid}-${randomBytes(4).toString("hex")}`;
}

/** What the server has, and where it gets the rest. */
function copyCluster(name: string, port: number): void {
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const how = ["-D", `/clusters/${name}`, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
  execFileSync("chroot", [...IN_CHROOT, `${PROGRAMS}/pg_basebackup`, ...from, ...how], { stdio: "pipe" });
}

async function serve(name: string, settings: Readonly<Record<string, string>>): Promise<TestServer> {
  const folder = join(ROOT, "clusters", name);
  const port = await freePort();
  const options = {
    fsync: "off",
    // For a replica that was away while its server was started again.
    wal_keep_size: "512MB",
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
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    address,
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
    replicate: async () => {
      const copy = newCluster();
      copyCluster(copy, port);
      return serve(copy, settings);
    },
    promote: async () => {
      runSqlNow(address, "SELECT pg_promote(true)");
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
    [...IN_CHROOT, `${PROGRAMS}/postgres`, "-D", cluster, "-p", String(port), ...settings],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  // A run that is cut short must not leave a server behind.
  process.once("exit", () => child.kill("SIGQUIT"));
  const deadline = performance.now() + START_MS;
  while (!/ready to accept (?:read-only )?connections/.test(said)) {
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

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Until the replica has everything that the other one has committed by now. */
export async function untilReplayed(primary: TestServer, replica: TestServer): Promise<void> {
  const [{ lsn }] = runSqlNow(primary.address, "SELECT pg_current_wal_lsn()::text AS lsn") as [
    { lsn: string },
  ];
  await untilTrue(replica, `SELECT pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn AS is_true`);
}

/** What is committed from now on, the replica does not show until `pg_wal_replay_resume()`. */
export async function pauseReplay(replica: TestServer): Promise<void> {
  runSqlNow(replica.address, "SELECT pg_wal_replay_pause()");
  await untilTrue(replica, "SELECT pg_get_wal_replay_pause_state() = 'paused' AS is_true");
}

async function untilTrue({ address }: TestServer, sql: string): Promise<void> {
  while (!runSqlNow(address, sql)[0]!.is_true) await sleep(50);
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
