#!/usr/bin/env node
// Writes the index of this build's format: tests/compat/format-N/index.db.gz, made from the tree in fixture.json.
// usage: node tests/compat/make.mjs [folder of a build, default dist]
// Run it once for every new format, before the format is released; an existing folder is never overwritten.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Where a SQLite file says its user_version. */
const USER_VERSION_AT = 60;
const here = dirname(fileURLToPath(import.meta.url));
const { files } = JSON.parse(readFileSync(join(here, "fixture.json"), "utf8"));
const dist = resolve(process.argv[2] ?? join(here, "../../dist"));
const folder = mkdtempSync(join(tmpdir(), "clew-compat-"));
try {
  const root = join(folder, "tree");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const home = join(folder, "home");
  execFileSync(process.execPath, [join(dist, "cli.js"), "index", root], {
    env: { ...process.env, CLEW_HOME: home },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const names = readdirSync(join(home, "index"));
  if (names.some((name) => name.endsWith("-wal"))) throw new Error("the log was not folded in");
  const bytes = readFileSync(
    join(
      home,
      "index",
      names.find((name) => name.endsWith(".db")),
    ),
  );
  const format = bytes.readUInt32BE(USER_VERSION_AT);
  const target = join(here, `format-${format}`, "index.db.gz");
  if (existsSync(target)) throw new Error(`${target} is there already`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, gzipSync(bytes, { level: 9 }));
  console.log(`format ${format}: ${bytes.length} bytes, ${readFileSync(target).length} compressed`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
