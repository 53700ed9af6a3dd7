// @ts-check
/** One `clew mcp` process of a given build, asked through a real client. */
import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const CLOCK_TICK_MS = 10;
/** The client's own limit is a minute, which a first answer on a busy machine may take. */
const ANSWER_MS = 600_000;

/**
 * @param {{ dist: string, cwd: string, home: string, profile?: "full", env?: Record<string, string> }} options
 */
export async function startServer({ dist, cwd, home, profile, env: more = {} }) {
  const client = new Client({ name: "bench", version: "1" });
  const args = [path.resolve(dist, "cli.js"), "mcp", ...(profile ? ["--profile", profile] : [])];
  const env = { PATH: String(process.env.PATH), CLEW_HOME: home, ...more };
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env });
  await client.connect(transport);
  const pid = Number(transport.pid);
  return {
    /** @param {string} name @param {Record<string, unknown>} input */
    call: (name, input) => client.callTool({ name, arguments: input }, { timeout: ANSWER_MS }),
    pid,
    cpuMs: () => cpuMsOf(pid),
    close: () => client.close(),
  };
}

/** User and system time of a process with its threads, not of its children. @param {number} pid */
function cpuMsOf(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}
