#!/usr/bin/env node
// Runs the official conformance suite against our server shell and the inspector against the built program.
// Both are installed by name and version into a temporary folder: they are no dependencies of ours.
// Usage: node tests/conformance/run.mjs [report.json] [--all] [--only suite|inspector]   (after `npm run build`)
// --all: the inspector asks every tool in every case, not only the default ones.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "tsdown";
import { checkInspector } from "./inspector.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false }, only: { type: "string" } },
});
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
// Both need Node 22; the package holds nothing but the binary.
const NODE = `node-${process.platform}-${process.arch}@22.23.3`;
const REVISIONS = ["2025-11-25", "2026-07-28"];

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "clew-conformance-")));
const node = join(scratch, "node_modules", NODE.split("@")[0], "bin/node");
const results = [];
const record = (name, failures) => {
  results.push({ name, failures });
  console.log(
    `${failures.length === 0 ? "ok  " : "FAIL"} ${name}${failures.map((line) => `\n     ${line}`).join("")}`,
  );
};

function install() {
  writeFileSync(join(scratch, "package.json"), "{}");
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--loglevel=error",
    SUITE,
    INSPECTOR,
    NODE,
  ];
  execFileSync("npm", args, { cwd: scratch, stdio: ["ignore", "ignore", "inherit"] });
}

const outDir = join(root, "dist/test-scripts/conformance");

async function buildScripts() {
  await build({
    config: false,
    cwd: root,
    entry: { fixtures: "tests/conformance/serve-fixtures.ts", "tool-cases": "tests/e2e/tool-cases.ts" },
    format: "esm",
    platform: "node",
    target: "node20",
    outDir,
    dts: false,
    logLevel: "error",
    outExtensions: () => ({ js: ".mjs" }),
  });
}

async function startFixtures() {
  const child = spawn(process.execPath, [join(outDir, "fixtures.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, url: String(line).trim() };
}

/** Every check of every scenario that the suite ran, from the files it wrote. */
function readScenarios(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"));
      const failures = checks
        .filter((check) => check.status === "FAILURE")
        .map((check) => `${check.id}: ${check.errorMessage}`);
      return {
        name: name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, ""),
        failures,
        checks: checks.length,
      };
    });
}

/** Scenarios that the suite itself lists as optional for a revision: of extensions that clew does not offer. */
function readOptional(revision) {
  const folder = join(scratch, "node_modules/@modelcontextprotocol/conformance/requirements");
  const listed = readFileSync(join(folder, `${revision}.yaml`), "utf8");
  const entries = listed.matchAll(/- scenario: (\S+)\s+leg: server\s+reason: extension\b/g);
  return new Set([...entries].map(([, name]) => name));
}

async function runSuite(revision, url) {
  const output = join(scratch, revision);
  mkdirSync(output);
  const suite = join(scratch, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const expected = join(root, "tests/conformance/expected-failures.yaml");
  const args = [
    suite,
    "server",
    "--url",
    url,
    "--requirements",
    revision,
    "--expected-failures",
    expected,
    "-o",
    output,
  ];
  const child = spawn(node, args, { cwd: scratch, stdio: "ignore" });
  const [code] = await once(child, "exit");
  const scenarios = readScenarios(output);
  const optional = readOptional(revision);
  const offered = scenarios.filter(({ name }) => !optional.has(name));
  for (const { name, failures, checks } of offered)
    record(`${revision} ${name}`, checks === 0 ? ["no check was made"] : failures);
  const verdict = code === 0 ? [] : [`the suite ended with code ${code}`];
  if (offered.length < 30) verdict.push(`only ${offered.length} scenarios ran`);
  record(`${revision} as a whole`, verdict);
  const left = scenarios.filter(({ name }) => optional.has(name)).map(({ name }) => name);
  console.log(
    `     optional by the suite's own list, of extensions not offered: ${left.join(", ") || "none"}`,
  );
}

let fixtures;
try {
  install();
  await buildScripts();
  if (values.only !== "inspector") {
    fixtures = await startFixtures();
    for (const revision of REVISIONS) await runSuite(revision, fixtures.url);
  }
  if (values.only !== "suite") {
    const tools = await import(pathToFileURL(join(outDir, "tool-cases.mjs")).href);
    await checkInspector({ root, scratch, node, record, tools, isAll: values.all });
  }
} catch (error) {
  record("the run itself", [String(error)]);
} finally {
  fixtures?.child.kill();
  rmSync(scratch, { recursive: true, force: true });
}
const failed = results.filter(({ failures }) => failures.length > 0).length;
const passed = results.length - failed;
if (positionals[0]) writeFileSync(positionals[0], JSON.stringify({ passed, failed }));
console.log(`conformance: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
