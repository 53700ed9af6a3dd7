/**
 * What all rules for frameworks cost beside a cold index of the same tree, in CPU seconds of the asking process and its
 * children. Rules are run over the whole tree, as the first question about contracts does; specifications, which are read
 * in a process of their own, are counted with them.
 *
 *     node bench/rules-cost.mjs path/to/tree [--rounds 3]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" } },
});
const tree = resolve(positionals[0] ?? ".");
const cli = resolve(import.meta.dirname, "../dist/cli.js");

/** User and system seconds of a command and its children. */
function cpuOf(home, ...args) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const env = { ...process.env, CLEW_HOME: home, CLEW_DAEMON: "off" };
  const { stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, cli, ...args], {
    cwd: tree,
    env,
    encoding: "utf8",
  });
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return user + system;
}

console.log("| round | cold index, CPU s | status | routes | rules | share |");
console.log("|---|---|---|---|---|---|");
for (let round = 1; round <= Number(values.rounds); round++) {
  const home = mkdtempSync(join(tmpdir(), "clew-rules-"));
  const cold = cpuOf(home, "index", ".");
  const status = cpuOf(home, "status");
  const routes = cpuOf(home, "routes");
  const rules = routes - status;
  const cells = [round, cold.toFixed(2), status.toFixed(2), routes.toFixed(2), rules.toFixed(2)];
  console.log(`| ${cells.join(" | ")} | ${((100 * rules) / cold).toFixed(1)} % |`);
  rmSync(home, { recursive: true, force: true });
}
