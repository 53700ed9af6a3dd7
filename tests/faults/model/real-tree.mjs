/** The real thing: a git working tree, an engine on its index, and processes that get killed while they update it. */
import { execFileSync, spawn } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { extensionOf, NAMES, WORDS } from "./tree-model.mjs";

const WRITER = fileURLToPath(new URL("./writer-process.mjs", import.meta.url));

export class RealTree {
  #engine = null;
  #spare = null;
  isWatching = false;
  killed = 0;

  constructor(world, dist, openEngine) {
    this.world = world;
    this.dist = dist;
    this.openEngine = openEngine;
    this.home = world.path("home");
  }

  get root() {
    return this.world.root;
  }

  async engine() {
    this.#engine ??= await this.openEngine({ home: this.home, isWatching: this.isWatching });
    return this.#engine;
  }

  async reopen(isWatching) {
    await this.#engine?.close();
    this.#engine = null;
    this.isWatching = isWatching;
  }

  write(path, text) {
    this.world.write(path, text);
  }

  /** Writes a file, whatever lies at its place or in the way of it. */
  put(path, text) {
    this.makeWay(path);
    this.world.write(path, text);
  }

  /** Takes away what is not a folder above the path and what is not a file at it. */
  makeWay(path) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      const above = join(this.root, ...parts.slice(0, depth));
      if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(above);
    }
    if (lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isFile() === false) this.clear(path);
  }

  clear(path) {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  makeFolderOf(path) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
  }

  makeFifo(path) {
    this.makeFolderOf(path);
    execFileSync("mkfifo", [join(this.root, path)]);
  }

  /** What is linked to outside has names and words that no answer may give. */
  makeLink(path, kind, other) {
    this.makeFolderOf(path);
    const outside = this.world.path("outside");
    mkdirSync(outside, { recursive: true });
    for (const name of NAMES)
      writeFileSync(join(outside, `${name}.ts`), `export function make_${name}() {} // ${WORDS[0]}\n`);
    const target = { link: join(this.root, other), "link out": outside, "dangling link": "nowhere" }[kind];
    symlinkSync(target, join(this.root, path));
  }

  makeRepository(path) {
    const folder = join(this.root, path);
    for (const args of [
      ["init", "-q", "-b", "main"],
      ["add", "-A"],
      ["commit", "-q", "-m", "inner"],
    ])
      this.git("-C", folder, ...args);
  }

  /** As some tools do: new content under the old modification time. */
  writeKeepingTime(path, text) {
    const file = join(this.root, path);
    const { atime, mtime } = statSync(file);
    writeFileSync(file, text);
    utimesSync(file, atime, mtime);
  }

  touch(path) {
    utimesSync(join(this.root, path), new Date(), new Date());
  }

  rename(from, to) {
    this.makeWay(to);
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
  }

  remove(path) {
    rmSync(join(this.root, path));
  }

  git(...args) {
    return this.world.git(...args);
  }

  /** From nothing: git itself does not notice a change of the same second that keeps size and time. */
  stageAll() {
    rmSync(join(this.root, ".git/index"), { force: true });
    this.git("add", "-A");
  }

  /** Starts an update in another process and kills that `afterMs` later; `meanwhile` runs in between. */
  async updateAndKill(afterMs, meanwhile) {
    const writer = this.#spare ?? startWriter(this.dist);
    // Starting takes longer than an update: the next one gets ready in the meantime.
    this.#spare = startWriter(this.dist);
    await writer.ready;
    writer.child.stdin.write(`${JSON.stringify({ home: this.home, root: this.root })}\n`);
    await Promise.all([sleep(afterMs), meanwhile()]);
    writer.child.kill("SIGKILL");
    const { isDone, error } = await writer.ended;
    if (error) throw new Error(`the writer failed: ${error}`);
    if (!isDone) this.killed += 1;
  }

  async ask(use, options) {
    const engine = await this.engine();
    return engine.readView(this.root, use, options);
  }

  async dumpOfFreshIndex() {
    const home = mkdtempSync(this.world.path("fresh-"));
    const engine = await this.openEngine({ home });
    try {
      await engine.update(this.root);
      return await engine.dump(this.root);
    } finally {
      await engine.close();
      rmSync(home, { recursive: true, force: true });
    }
  }

  async close() {
    this.#spare?.child.kill("SIGKILL");
    await this.#spare?.ended;
    await this.#engine?.close();
    this.world.remove();
  }
}

function startWriter(dist) {
  const child = spawn(process.execPath, [WRITER, dist], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => {});
  const lines = [];
  let announce;
  const ready = new Promise((resolve) => (announce = resolve));
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    announce();
  });
  const ended = new Promise((resolve) =>
    child.on("close", () => {
      announce();
      const error = lines.find((line) => line.startsWith("error"));
      resolve({ isDone: lines.includes("done"), error });
    }),
  );
  return { child, ready, ended };
}

/** The same as `describe` of the model, asked of one session. */
export async function describeSession(session) {
  const files = await session.reader.files();
  const pathsOf = new Map();
  for (const { path, blob } of files) pathsOf.set(blob, [...(pathsOf.get(blob) ?? []), path]);
  const postings = await session.reader.postings(WORDS);
  const words = WORDS.map((word) => {
    const blobs = new Set(postings.get(word)?.blobs ?? []);
    return [word, [...blobs].flatMap((blob) => pathsOf.get(blob) ?? []).sort()];
  });
  const symbols = [];
  for (const { path } of files)
    if (extensionOf(path) !== "md") symbols.push([path, await symbolNames(session, path)]);
  return { paths: files.map(({ path }) => path).sort(), words, symbols: symbols.sort(byPath) };
}

const byPath = ([a], [b]) => (a < b ? -1 : Number(a > b));

export async function symbolNames(session, path) {
  const {
    groups: [group],
  } = await session.searcherCalled("tree").symbols(path, { includesFiles: true });
  return group.hits.map(({ symbol }) => symbol.name).sort();
}
