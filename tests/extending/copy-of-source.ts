/**
 * The sources with something added, as a person would add it: new files, and a line in a list. The copy stands beside
 * the real packages and the built workers, so it runs as the original does.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface CopyOfSource {
  /** Path inside `src/`. */
  write(path: string, text: string): void;
  /** Puts lines into a file, each right after a line that holds `after`. */
  addLine(path: string, after: string, line: string): void;
  // biome-ignore lint/suspicious/noExplicitAny: modules of the copy have the types of the original.
  load<T = any>(path: string): Promise<T>;
}

export function copySource(): CopyOfSource {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "clew-extending-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(ROOT, "src"), join(folder, "src"), { recursive: true });
  for (const name of ["node_modules", "dist", "model", "package.json"])
    symlinkSync(join(ROOT, name), join(folder, name));
  const inside = (path: string) => join(folder, "src", path);
  return {
    write: (path, text) => {
      mkdirSync(dirname(inside(path)), { recursive: true });
      writeFileSync(inside(path), text);
    },
    addLine: (path, after, line) => {
      const lines = readFileSync(inside(path), "utf8").split("\n");
      const at = lines.findIndex((one) => one.includes(after));
      if (at < 0) throw new Error(`${path} has no line with ${after}`);
      lines.splice(at + 1, 0, line);
      writeFileSync(inside(path), lines.join("\n"));
    },
    load: (path) => import(inside(path)),
  };
}
