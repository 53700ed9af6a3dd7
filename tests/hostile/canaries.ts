/** Programs that leave a mark when something starts them. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class Canaries {
  readonly #marks: string;
  readonly #programs: string;

  constructor(folder: string) {
    this.#marks = join(folder, "marks");
    this.#programs = join(folder, "programs");
    mkdirSync(this.#marks, { recursive: true });
    mkdirSync(this.#programs, { recursive: true });
  }

  /** Path of a program that leaves the mark `name`. */
  program(name: string): string {
    const path = join(this.#programs, name.replaceAll(/[^A-Za-z0-9-]/g, "_"));
    if (!existsSync(path)) this.writeProgram(path, name);
    return path;
  }

  writeProgram(path: string, name: string): void {
    const mark = join(this.#marks, name.replaceAll("/", "_"));
    writeFileSync(path, `#!/bin/sh\n: > '${mark}'\ncat >/dev/null 2>&1 </dev/null\nexit 1\n`);
    chmodSync(path, 0o755);
  }

  /** Names of the programs that were started since the last call. */
  seen(): string[] {
    const names = readdirSync(this.#marks).sort();
    for (const name of names) rmSync(join(this.#marks, name));
    return names;
  }
}
