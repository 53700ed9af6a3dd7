/** The name of this machine among those that share a database: chosen at random once, and kept in the user's own folder. */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function readRealm(home: string): string {
  const file = join(home, "realm");
  try {
    writeFileSync(file, randomBytes(8).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
