import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../core/errors.ts";

const TIMEOUT_MS = 120_000;

/**
 * Lets npm fetch a package into a folder that is gone after `use`, and runs nothing of it. The only place of this
 * folder that reaches a network, and only because the user asked for it by name.
 */
export async function withDownloadedPackage<T>(
  home: string,
  specifier: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(home, ".download-"));
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const flags = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-save",
      "--omit=peer",
      "--omit=optional",
    ];
    await promisify(execFile)(npm, ["install", ...flags, "--prefix", folder, "--", specifier], {
      timeout: TIMEOUT_MS,
    });
    const name = specifier.replace(/(?<=.)@[^/]*$/, "");
    return await use(join(folder, "node_modules", name));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const detail = String((error as Error).message)
      .split("\n", 3)
      .join(" ")
      .slice(0, 300);
    throw new AppError("GRAMMAR_NOT_FOUND", `npm could not fetch ${specifier}: ${detail}`, {
      hint: "install the package yourself and give its folder",
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
