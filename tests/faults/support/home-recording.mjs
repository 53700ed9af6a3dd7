/**
 * Everything an update changes in its home, in order, read from a trace with all bytes written.
 *
 * A change is one of
 *   { type: "data", file, offset, bytes } or { type: "data", file, size }   a write, a cut to a size
 *   { type: "names", folder, entries: [[path, file or null]] }              a creation, removal or rename
 *   { type: "sync", file } or { type: "syncFolder", folder }
 * where a file is a number, as an inode is: names come and go, what is written stays with the file. Paths are relative
 * to the home; "" is the home itself, ".." the folder above it.
 */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { surveyHomeCalls, traceUpdate } from "./home-calls.mjs";

const CHANGING =
  "openat,write,pwrite64,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,rmdir,link,symlink";
/** The index of the log; SQLite makes it anew after a crash, whatever is in it. */
const isRebuilt = (path) => path.endsWith("-shm");
const FOLDER = Symbol("folder");

/** `restore` puts the home into the state from which the update starts. */
export async function recordUpdate({ world, home, dist, restore }) {
  restore();
  const { paths } = await surveyHomeCalls({ world, home, dist });
  restore();
  const recording = new Recording(readHome(home));
  const bytes = ["-y", "-xx", "-s", "100000000", "--seccomp-bpf", "-e", "signal=none"];
  // The name of the home is in the folder above it.
  const only = [dirname(home), ...paths].flatMap((path) => ["-P", path]);
  const args = [...bytes, "-e", `trace=${CHANGING}`, ...only];
  for (const line of (await traceUpdate({ world, home, dist, args })).lines) recording.add(line, home);
  recording.assertComplete(readHome(home));
  return recording;
}

/** Path → bytes, or FOLDER. */
function readHome(home, path = "", found = new Map()) {
  const stats = lstatSync(join(home, path), { throwIfNoEntry: false });
  if (!stats) return found;
  if (!stats.isDirectory()) return isRebuilt(path) ? found : found.set(path, readFileSync(join(home, path)));
  found.set(path, FOLDER);
  for (const name of readdirSync(join(home, path)).sort()) readHome(home, join(path, name), found);
  return found;
}

export class Recording {
  /** By number: the bytes at the start, or FOLDER. */
  files = [];
  /** Path → number at the start. */
  names = new Map();
  changes = [];
  #now = new Map();
  #positions = new Map();

  constructor(start) {
    for (const [path, content] of start) this.names.set(path, this.files.push(content) - 1);
    this.#now = new Map(this.names);
  }

  /** One line of the trace. Calls that failed changed nothing. */
  add(line, home) {
    const call = /^\d+ +(\w+)\((.*)\) = (\d+)/.exec(line);
    if (!call) return;
    const [, kind, args, result] = call;
    const paths = [];
    const texts = [];
    for (const [, quoted, opened] of args.matchAll(/"((?:\\x..)*)"|<((?:\\x..)*)>/g)) {
      const bytes = Buffer.from((quoted ?? opened).replaceAll("\\x", ""), "hex");
      (quoted === undefined ? paths : texts).push(bytes);
    }
    const local = (bytes) => relative(home, bytes.toString("utf8"));
    const numbers = args.split(", ").map(Number);
    const descriptor = Number.parseInt(args, 10);
    if (kind === "openat") this.#open(local(texts[0]), args, Number(result));
    else if (kind === "mkdir") this.#create(local(texts[0]), FOLDER);
    else if (kind === "rename") this.#rename(local(texts[0]), local(texts[1]));
    else if (kind === "unlink") this.#name(local(texts[0]), null);
    else if (args.includes(">(deleted)")) return;
    else if (kind === "write") this.#append(local(paths[0]), descriptor, texts[0]);
    else if (kind === "pwrite64") this.#data(local(paths[0]), { offset: numbers.at(-1), bytes: texts[0] });
    else if (kind === "ftruncate") this.#data(local(paths[0]), { size: numbers.at(-1) });
    else if (kind === "fsync" || kind === "fdatasync") this.#sync(local(paths[0]));
    else throw new Error(`a call that the recording does not know: ${kind}`);
  }

  #open(path, args, descriptor) {
    if (args.includes("O_APPEND")) throw new Error(`${path} is opened to append`);
    this.#positions.set(descriptor, 0);
    if (!this.#now.has(path)) {
      if (args.includes("O_CREAT")) this.#create(path, Buffer.alloc(0));
    } else if (args.includes("O_TRUNC")) this.#data(path, { size: 0 });
  }

  #create(path, content) {
    if (!isRebuilt(path)) this.#name(path, this.files.push(content) - 1);
  }

  #rename(from, to) {
    if (dirname(from) !== dirname(to)) throw new Error(`${from} goes to another folder`);
    const file = this.#now.get(from);
    this.#now.delete(from);
    this.#now.set(to, file);
    const entries = [
      [from, null],
      [to, file],
    ];
    this.changes.push({ type: "names", folder: folderOf(to), entries });
  }

  #name(path, file) {
    if (isRebuilt(path)) return;
    if (file === null) this.#now.delete(path);
    else this.#now.set(path, file);
    this.changes.push({ type: "names", folder: folderOf(path), entries: [[path, file]] });
  }

  #append(path, descriptor, bytes) {
    const offset = this.#positions.get(descriptor);
    this.#positions.set(descriptor, offset + bytes.length);
    this.#data(path, { offset, bytes });
  }

  #data(path, change) {
    if (!isRebuilt(path)) this.changes.push({ type: "data", path, file: this.#now.get(path), ...change });
  }

  #sync(path) {
    const file = this.#now.get(path);
    const isFolder = path === ".." || this.files[file] === FOLDER;
    if (!isRebuilt(path))
      this.changes.push(isFolder ? { type: "syncFolder", folder: path } : { type: "sync", path, file });
  }

  /** What is there when these changes, and no others, have reached the disk. `bytesOf`: the parts of a write that did. */
  apply(changes, partsOf = (change) => [change]) {
    const names = new Map(this.names);
    const contents = this.files.map((content) => (content === FOLDER ? FOLDER : content));
    for (const change of changes) {
      if (change.type === "names") {
        for (const [path, file] of change.entries) {
          if (file === null) names.delete(path);
          else names.set(path, file);
        }
      } else if (change.type === "data") {
        for (const part of partsOf(change)) contents[change.file] = changed(contents[change.file], part);
      }
    }
    const found = new Map();
    // A folder comes before what is in it; what is in a folder that is not there is not there.
    for (const path of [...names.keys()].sort()) {
      if (path === "" || found.has(folderOf(path))) found.set(path, contents[names.get(path)]);
    }
    return found;
  }

  /** A recording that missed something would try states that no power loss makes, and miss those it does. */
  assertComplete(end) {
    const replayed = this.apply(this.changes);
    for (const path of new Set([...end.keys(), ...replayed.keys()])) {
      const [left, right] = [replayed.get(path), end.get(path)];
      const isSame = left === FOLDER || right === FOLDER ? left === right : left && right?.equals(left);
      if (!isSame) throw new Error(`the recording does not end in the home that the update left: ${path}`);
    }
  }
}

export function isFolder(content) {
  return content === FOLDER;
}

function folderOf(path) {
  if (path === "") return "..";
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

function changed(content, { size, offset, bytes }) {
  if (size !== undefined) {
    const cut = Buffer.alloc(size);
    content.copy(cut);
    return cut;
  }
  const grown = Buffer.alloc(Math.max(content.length, offset + bytes.length));
  content.copy(grown);
  bytes.copy(grown, offset);
  return grown;
}
