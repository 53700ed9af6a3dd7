/**
 * PgBouncer before a server for tests: it lends its few connections for single transactions. From the folder that
 * tests/postgres/get-server.sh fills.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ACCOUNT, freePort, IN_CHROOT, ROOT, type TestServer, whyNoPostgres } from "./postgres-server.ts";

const START_MS = 60_000;
const PROGRAM = "/usr/sbin/pgbouncer";

export interface PoolingProxy {
  address: string;
  stop(): Promise<void>;
}

export function whyNoProxy(): string | null {
  if (process.env.CLEW_TEST_POSTGRES) return "the server is not ours";
  if (!existsSync(join(ROOT, PROGRAM))) return "there is no PgBouncer: run tests/postgres/get-server.sh";
  return whyNoPostgres();
}

/** `connections`: to the server, for all who are connected to the proxy. */
export async function openPoolingProxy(server: TestServer, connections: number): Promise<PoolingProxy> {
  const port = await freePort();
  const folder = `/tmp/pgbouncer-${port}`;
  const outside = join(ROOT, folder);
  const settings = {
    ...{ listen_addr: "127.0.0.1", listen_port: port, unix_socket_dir: "" },
    ...{ auth_type: "any", pool_mode: "transaction", default_pool_size: connections, max_client_conn: 200 },
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `postgres = host=127.0.0.1 port=${server.port} dbname=postgres user=postgres`;
  mkdirSync(outside);
  writeFileSync(join(outside, "pgbouncer.ini"), `[databases]\n${target}\n[pgbouncer]\n${lines.join("\n")}\n`);
  chownSync(outside, ACCOUNT, ACCOUNT);
  const child = spawn("chroot", [...IN_CHROOT, PROGRAM, `${folder}/pgbouncer.ini`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  await untilUp(child);
  return {
    address: server.address.replace(`:${server.port}/`, `:${port}/`),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      rmSync(outside, { recursive: true, force: true });
    },
  };
}

async function untilUp(child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const deadline = performance.now() + START_MS;
  while (!/process up/.test(said)) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`PgBouncer did not start: ${said}`);
    await sleep(20);
  }
}
