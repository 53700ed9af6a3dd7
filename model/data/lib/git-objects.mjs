// Reading a bare git directory: the files of a commit and their bytes, without a work tree.
import { spawn, spawnSync } from "node:child_process";

/** Files of a commit as {path, oid, bytes}; links and submodules are left out. */
export function listFiles(gitDir, commit) {
  const { stdout } = spawnSync("git", ["--git-dir", gitDir, "ls-tree", "-r", "-l", "-z", commit], {
    maxBuffer: 1 << 29,
    encoding: "utf8",
  });
  const files = [];
  for (const line of stdout.split("\0")) {
    const match = /^100(?:644|755) blob ([0-9a-f]+)\s+(\d+)\t(.*)$/s.exec(line);
    if (match) files.push({ oid: match[1], bytes: Number(match[2]), path: match[3] });
  }
  return files;
}

/** Bytes of each object, in the order asked for; null for one that is not there. */
export async function* readBlobs(gitDir, oids) {
  const child = spawn("git", ["--git-dir", gitDir, "cat-file", "--batch"], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, GIT_NO_LAZY_FETCH: "1" },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(`${oids.join("\n")}\n`);
  let pending = Buffer.alloc(0);
  const source = child.stdout[Symbol.asyncIterator]();
  const fill = async (wanted) => {
    const parts = [pending];
    let have = pending.length;
    while (have < wanted) {
      const { value, done } = await source.next();
      if (done) return false;
      parts.push(value);
      have += value.length;
    }
    pending = parts.length === 1 ? pending : Buffer.concat(parts);
    return true;
  };
  for (let at = 0; at < oids.length; at++) {
    let end = pending.indexOf(10);
    while (end < 0) {
      if (!(await fill(pending.length + 1))) return;
      end = pending.indexOf(10);
    }
    const head = pending.toString("latin1", 0, end).split(" ");
    pending = pending.subarray(end + 1);
    if (head[1] !== "blob") {
      yield null;
      continue;
    }
    const size = Number(head[2]);
    if (!(await fill(size + 1))) return;
    yield pending.subarray(0, size);
    pending = pending.subarray(size + 1);
  }
}

/** Standard output of a git command as text, cut at `limit` bytes. */
export function gitText(gitDir, args, limit) {
  return new Promise((resolve) => {
    const child = spawn("git", ["--git-dir", gitDir, ...args], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, GIT_NO_LAZY_FETCH: "1" },
    });
    const parts = [];
    let size = 0;
    child.stdout.on("data", (part) => {
      if (size > limit) return;
      parts.push(part);
      size += part.length;
      if (size > limit) child.kill();
    });
    child.on("close", () => resolve(Buffer.concat(parts).subarray(0, limit).toString("utf8")));
  });
}
