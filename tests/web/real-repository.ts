/** A part of clew's own sources as a repository: real code, small enough for every run. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TempFolder } from "../../src/testing/git-fixture.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PARTS = ["src/core", "src/http", "src/serving", "src/pages", "src/tools", "README.md", "package.json"];

export function realRepository(scratch: TempFolder, name: string): TempFolder {
  const folder = scratch.folder(name);
  for (const part of PARTS) cpSync(`${ROOT}${part}`, folder.join(part), { recursive: true });
  folder.repository();
  folder.commit();
  return folder;
}
