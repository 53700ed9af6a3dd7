// @ts-check
/** Runs the program in bench/truth/csharp over a tree; it is built in a folder of its own. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { jsonLines } from "./targets.mjs";

const PROGRAM = fileURLToPath(new URL("csharp/", import.meta.url));

/** @param {string} root @param {...string} args @returns {any[]} */
export function askRoslyn(root, ...args) {
  const built = fs.mkdtempSync(path.join(os.tmpdir(), "clew-roslyn-"));
  try {
    fs.cpSync(PROGRAM, built, { recursive: true });
    const quiet = { cwd: built, stdio: /** @type {"ignore"} */ ("ignore") };
    execFileSync("dotnet", ["build", "-c", "Release", "-o", "out"], quiet);
    const out = execFileSync("dotnet", [path.join(built, "out/csharp.dll"), root, ...args], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "inherit"],
    });
    return jsonLines(out);
  } finally {
    fs.rmSync(built, { recursive: true, force: true });
  }
}
