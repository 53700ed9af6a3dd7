#!/usr/bin/env node
// Installs the package as a user would, with other versions of Node than the one that runs the tests, and tries it out.
// The versions come from npm by name into a temporary folder. usage: node tests/node-versions/run.mjs [report.json]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSIONS = ["22.23.3", "24.21.0"];
const TRY_OUT_MS = 240_000;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "clew-node-versions-")));
let passed = 0;
let failed = 0;
try {
  const archive = packPackage();
  for (const version of VERSIONS) {
    console.log(`\nNode ${version}`);
    for (const { name, why } of tryOut(version, archive)) {
      console.log(why === null ? `ok   ${name}` : `FAIL ${name}\n     ${why}`);
      if (why === null) passed += 1;
      else failed += 1;
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
if (process.argv[2]) writeFileSync(process.argv[2], JSON.stringify({ passed, failed }));
process.exit(failed > 0 ? 1 : 0);

function packPackage() {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", scratch], { cwd: root, stdio: "ignore" });
  return join(
    scratch,
    readdirSync(scratch).find((name) => name.endsWith(".tgz")),
  );
}

/** The rows that try-out.mjs prints; one that failed when it did not get that far. */
function tryOut(version, archive) {
  const folder = join(scratch, version);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const node = `node-${process.platform}-${process.arch}`;
  const install = ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  try {
    execFileSync("npm", [...install, `${node}@${version}`], { cwd: folder, stdio: "ignore" });
    const bin = join(folder, "node_modules", node, "bin");
    const app = join(folder, "app");
    mkdirSync(app);
    writeFileSync(join(app, "package.json"), "{}");
    // Nothing is compiled: with these versions nothing of ours needs to be.
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    execFileSync("npm", [...install, "--ignore-scripts", archive], { cwd: app, env, stdio: "ignore" });
    const dist = join(app, "node_modules/clew/dist");
    const { stdout, stderr } = spawnSync(join(bin, "node"), [join(here, "try-out.mjs"), dist], {
      encoding: "utf8",
      timeout: TRY_OUT_MS,
    });
    const rows = stdout.split("\n").filter(Boolean).map(JSON.parse);
    if (rows.at(-1)?.name !== "all was tried")
      rows.push({ name: "all was tried", why: stderr.trim() || "it ended early" });
    return rows;
  } catch (error) {
    return [{ name: "installs", why: error.message }];
  }
}
