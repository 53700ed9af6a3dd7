#!/usr/bin/env node
// Runs the beds of faults and prints what was tried and what came out.
// usage: node tests/faults/run.mjs [--smoke] [--only a,b] [--seed N] [--cases N] [--seeds N] [--calls a,b] [--report FILE]   (after npm run build)
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const BEDS = [
  "boundaries",
  "damage",
  "disk-full",
  "failpoints",
  "hostile-files",
  "kills",
  "compiler-kills",
  "federation",
  "federation-damage",
  "long-reader",
  "operations",
  "paths",
  "power-loss",
  "syntax",
  "storm",
  "isolation",
  "secrets",
  "burst",
  "ceiling",
  "pressure",
  "little-memory",
  "clocks",
  "switches",
  "letter-case",
  "postgres-faults",
  "postgres-servers",
  "soak",
];

const { values } = parseArgs({
  options: {
    smoke: { type: "boolean" },
    only: { type: "string" },
    seed: { type: "string" },
    cases: { type: "string" },
    seeds: { type: "string" },
    calls: { type: "string" },
    report: { type: "string" },
  },
});
const seed = Number(values.seed ?? 20_261_116);
const wanted = values.only ? values.only.split(",") : BEDS;
const log = (line) => console.error(`  ${line}`);

console.log(`seed ${seed}, ${values.smoke ? "smoke" : "full"}`);
let passed = 0;
let failed = 0;
for (const name of wanted) {
  const bed = await import(`./beds/${name}.mjs`);
  const started = Date.now();
  const missing = (bed.needs ?? []).filter((command) => !isInstalled(command));
  const rows = missing.length > 0 ? [lacking(missing)] : await executeSafely(bed);
  console.log(`\n${name}: ${bed.title} (${Math.round((Date.now() - started) / 1000)} s)`);
  for (const { figure, measured, ok } of rows) {
    console.log(`  ${ok ? "ok  " : "FAIL"} ${figure}: ${measured}`);
    if (ok) passed += 1;
    else failed += 1;
  }
}
if (values.report) writeFileSync(values.report, JSON.stringify({ passed, failed }));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function numberOf(text) {
  return text === undefined ? undefined : Number(text);
}

async function executeSafely(bed) {
  try {
    return await bed.execute({
      isSmoke: values.smoke === true,
      seed,
      log,
      cases: numberOf(values.cases),
      seeds: numberOf(values.seeds),
      calls: values.calls?.split(","),
    });
  } catch (error) {
    return [{ figure: "the bed ran to its end", measured: error.stack ?? String(error), ok: false }];
  }
}

function lacking(commands) {
  return { figure: "what it needs is installed", measured: `${commands.join(", ")} missing`, ok: false };
}

function isInstalled(command) {
  try {
    execFileSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
