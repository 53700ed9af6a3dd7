/**
 * Loads the files of a bundle with V8's code cache: what the build has compiled is read instead of compiled again,
 * which is a tenth of what a short command costs. V8 takes a cache only from its own version with its own flags;
 * without one that fits, the files are compiled as usual.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { constants, Script } from "node:vm";

type Require = (id: string) => unknown;
type Wrapped = (exports: unknown, require: Require, module: object, file: string, folder: string) => void;

export class CachedBundle {
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #scripts = new Map<string, Script>();
  readonly #requireOther: Require;
  readonly #tag = cachedDataVersionTag();
  readonly #cacheFolder: string;
  readonly #folder: string;

  /** Contract: flags of V8 are set before. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#requireOther = createRequire(join(folder, "x.js"));
    this.#cacheFolder = join(folder, "code", String(this.#tag));
  }

  /** Runs a file of the bundle, once, and returns what it exports. */
  load(name: string): unknown {
    const known = this.#modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} as unknown };
    this.#modules.set(name, module);
    const script = this.#compile(name);
    this.#scripts.set(name, script);
    const run = script.runInThisContext() as Wrapped;
    const require: Require = (id) => (id.startsWith("./") ? this.load(id.slice(2)) : this.#requireOther(id));
    run.call(module.exports, module.exports, require, module, join(this.#folder, name), this.#folder);
    return module.exports;
  }

  /** Part of the build. `save`: keeps what this process has compiled so far. `check`: complains when it had to. */
  finish(step: string): void {
    if (step === "save") this.#save();
    else if (this.#uncached.length > 0) throw new Error(`compiled anew: ${this.#uncached.join(", ")}`);
  }

  #save(): void {
    if (cachedDataVersionTag() !== this.#tag)
      throw new Error("flags of V8 changed since the bundle was loaded");
    mkdirSync(this.#cacheFolder, { recursive: true });
    for (const [name, script] of this.#scripts)
      writeFileSync(this.#cacheFile(name), script.createCachedData());
  }

  get #uncached(): string[] {
    return [...this.#scripts]
      .filter(([, script]) => script.cachedDataRejected !== false)
      .map(([name]) => name);
  }

  #compile(name: string): Script {
    const file = join(this.#folder, name);
    const source = readFileSync(file, "utf8");
    return new Script(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`, {
      filename: file,
      cachedData: this.#readCache(file, name),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  }

  /** V8 compares no more of the source than its length, so a file that was changed since is compiled. */
  #readCache(file: string, name: string): Buffer | undefined {
    try {
      const cache = this.#cacheFile(name);
      return statSync(cache).mtimeMs >= statSync(file).mtimeMs ? readFileSync(cache) : undefined;
    } catch {
      return undefined;
    }
  }

  #cacheFile(name: string): string {
    return join(this.#cacheFolder, `${name}.bin`);
  }
}
