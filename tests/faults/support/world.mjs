/** A small seeded repository, clew as a process on it, and the oracles that say whether an index is whole. */
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));

const MEMORY = "/dev/shm";

/** xorshift32: small, seeded, good enough to choose what to break. */
export function createRandom(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return { below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)] };
}

export class World {
  /** Everything of a bed lies in one temporary folder that goes with it; in memory where waiting for a disk proves nothing. */
  constructor(name, { isInMemory = false } = {}) {
    const place = isInMemory && existsSync(MEMORY) ? MEMORY : tmpdir();
    this.folder = realpathSync(mkdtempSync(join(place, `clew-${name}-`)));
    this.root = join(this.folder, "repository");
    mkdirSync(this.root);
  }

  path(...parts) {
    return join(this.folder, ...parts);
  }

  git(...args) {
    return execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: this.root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        PATH: process.env.PATH,
        HOME: "/nonexistent",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
      },
    });
  }

  write(path, text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** A repository of `count` files that import and call each other, committed. */
  createRepository(count, seed) {
    const random = createRandom(seed);
    this.git("init", "-q", "-b", "main");
    for (let at = 0; at < count; at++) this.write(fileName(at), moduleText(at, random.below(count), seed));
    this.git("add", "-A");
    this.git("commit", "-q", "-m", "first");
  }

  /** Edits, adds, deletes and renames, so that an update has something of everything to do. */
  changeRepository(count, seed) {
    const random = createRandom(seed + 1);
    for (let at = 0; at < 6; at++) {
      const edited = random.below(count - 4);
      this.write(fileName(edited), moduleText(edited, random.below(count), seed + 7));
    }
    this.write(`src/added-${seed}.ts`, moduleText(count, 0, seed));
    rmSync(join(this.root, fileName(count - 1)));
    renameSync(join(this.root, fileName(count - 2)), join(this.root, "src/moved.ts"));
  }

  /** A home that is not there is not there afterwards. */
  copyHome(from, to) {
    rmSync(to, { recursive: true, force: true });
    if (existsSync(from)) cpSync(from, to, { recursive: true });
  }

  /** The indexes alone, under a server that keeps the rest of the home open. */
  copyIndexes(from, to) {
    this.copyHome(join(from, "index"), join(to, "index"));
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function fileName(at) {
  return at % 5 === 4 ? `lib/module_${at}.py` : `src/module-${at}.ts`;
}

/** Every file defines `unit_N`, the word by which queries find it. */
export function moduleText(at, other, salt) {
  const name = `unit_${at}`;
  if (at % 5 === 4)
    return `from lib.module_${other} import unit_${other}\n\ndef ${name}(value):\n    """Adds ${salt}."""\n    return unit_${other}(value) + ${salt}\n`;
  return [
    `import { unit_${other} } from "./module-${other}.ts";`,
    `/** Holds ${salt}. */`,
    `export class Holder${at} { value = ${salt}; read(): number { return this.value; } }`,
    `export function ${name}(value: number): number {`,
    `  return unit_${other}(value) + new Holder${at}().read();`,
    "}",
    "",
  ].join("\n");
}

/** Runs a command to its end or to its deadline; never throws. */
export function run(command, args, { env = {}, cwd, deadlineMs = 60_000, input } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const out = [];
    const err = [];
    child.stdout.on("data", (data) => out.push(data));
    child.stderr.on("data", (data) => err.push(data));
    child.on("error", (error) => err.push(Buffer.from(String(error))));
    if (input !== undefined) child.stdin.end(input);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, deadlineMs);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const text = (parts) => Buffer.concat(parts).toString("utf8");
      resolve({ code, signal, isLate, stdout: text(out), stderr: text(err) });
    });
  });
}

export function clew(args, home, options = {}) {
  return run(process.execPath, [join(options.dist ?? DIST, "cli.js"), ...args], {
    ...options,
    env: { ...options.env, CLEW_HOME: home },
  });
}

/** The one index file of a home. */
export function indexFileOf(home) {
  const [file, ...more] = readdirSync(join(home, "index")).filter((name) => name.endsWith(".db"));
  if (!file || more.length > 0) throw new Error(`expected one index in ${home}`);
  return join(home, "index", file);
}
