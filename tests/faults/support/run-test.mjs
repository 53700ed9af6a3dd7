/** A test of the suite at another length, as a row of a bed. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** `says`: the line of its output that tells what was measured; without it the test was left out. */
export function runTest(file, { figure, env, says }) {
  const { status, stdout, stderr } = spawnSync("npx", ["vitest", "run", file, "--maxWorkers=1"], {
    cwd: ROOT,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const output = `${stdout}\n${stderr}`;
  const [said] = says.exec(output) ?? [];
  return [{ figure, measured: said ?? output.slice(-3_000), ok: status === 0 && said !== undefined }];
}
