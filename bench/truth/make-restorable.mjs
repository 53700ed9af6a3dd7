#!/usr/bin/env node
// @ts-check
/**
 * Makes a C# tree restorable with the SDK and the package feed of this machine, for `bench/edges.mjs --solution`: every project
 * targets one framework, every package may have any version, and packages that the feed does not have are replaced by
 * empty ones, one failing restore after the other. Prints which. The tree is edited in place: give it a copy.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { emptyPackage } from "./empty-package.mjs";

const USAGE = `Usage: node bench/truth/make-restorable.mjs --tree DIR --solution FILE [--framework net10.0]`;
const { values } = parseArgs({
  options: {
    tree: { type: "string" },
    solution: { type: "string" },
    framework: { type: "string", default: "net10.0" },
    help: { type: "boolean", default: false },
  },
});
if (values.help || !values.tree || !values.solution) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const { solution } = values;
/** Above every version that is asked for. */
const VERSION = "999.0.0";

const MAX_RESTORES = 12;
const root = path.resolve(values.tree);
const files = fs
  .readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:csproj|props|targets)$/i.test(name) && !/(?:^|\/)(?:obj|bin)\//.test(name))
  .map((name) => path.join(root, name));
for (const file of files) rewrite(file, loosen);
// What a tree asks of its own SDK and feeds does not matter here.
for (const name of fs.readdirSync(root))
  if (/^(?:global\.json|nuget\.config)$/i.test(name)) fs.rmSync(path.join(root, name));
const feed = path.join(root, ".absent-packages");
fs.mkdirSync(feed, { recursive: true });
/** @type {Set<string>} */
const absent = new Set();
for (let attempt = 1; attempt <= MAX_RESTORES; attempt++) {
  const { status, stdout } = restore();
  if (status === 0) {
    console.log(`restored; empty, because they could not be had: ${[...absent].sort().join(", ") || "none"}`);
    process.exit(0);
  }
  const named = [...stdout.matchAll(/error NU110[12]: Unable to find package ([\w.-]+?)(?:\.?\s)/g)];
  const fresh = named.map((one) => one[1] ?? "").filter((name) => !absent.has(name));
  if (fresh.length === 0) {
    console.error(
      stdout
        .split("\n")
        .filter((line) => /error/.test(line))
        .slice(0, 12)
        .join("\n"),
    );
    break;
  }
  for (const name of new Set(fresh)) {
    absent.add(name);
    fs.writeFileSync(path.join(feed, `${name}.${VERSION}.nupkg`), emptyPackage(name, VERSION));
  }
}
process.exit(1);

function restore() {
  const off = ["NuGetAudit", "TreatWarningsAsErrors", "EnablePackageValidation", "PublishAot"].map(
    (name) => `-p:${name}=false`,
  );
  return spawnSync(
    "dotnet",
    [
      "restore",
      path.resolve(root, solution),
      ...off,
      "-p:CentralPackageFloatingVersionsEnabled=true",
      `-p:RestoreAdditionalProjectSources=${feed}`,
    ],
    { cwd: root, encoding: "utf8" },
  );
}

/** @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  const text = fs.readFileSync(file, "utf8");
  const changed = change(text);
  if (changed !== text) fs.writeFileSync(file, changed);
}

/** @param {string} text */
function loosen(text) {
  return text
    .replace(
      /<TargetFrameworks?(\s[^>]*)?>[^<]*<\/TargetFrameworks?>/g,
      `<TargetFramework$1>${values.framework}</TargetFramework>`,
    )
    .replace(/(<Package(?:Reference|Version)\b[^>]*?\s(?:Version|VersionOverride)=")[^"]*"/g, '$1*"')
    .replace(/(<PackageReference\b[^>]*>\s*<Version>)[^<]*(<\/Version>)/g, "$1*$2")
    .replace(/<TreatWarningsAsErrors>[^<]*<\/TreatWarningsAsErrors>/g, "")
    .replace(/<RestorePackagesWithLockFile>[^<]*<\/RestorePackagesWithLockFile>/g, "")
    .replace(/<EnablePackageValidation>[^<]*<\/EnablePackageValidation>/g, "");
}
