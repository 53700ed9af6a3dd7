/** A group of processes that share a limit of memory, by the kernel's own accounting (cgroup, either version). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const VERSION_1 = "/sys/fs/cgroup/memory";
let made = 0;

/** Null where no such group can be made. */
export function createMemoryGroup() {
  const name = `clew-faults-${process.pid}-${made++}`;
  for (const [parent, files] of [
    [
      VERSION_1,
      { limit: "memory.limit_in_bytes", kills: "memory.oom_control", used: "memory.usage_in_bytes" },
    ],
    [ownGroup(), { limit: "memory.max", kills: "memory.events", used: "memory.current" }],
  ]) {
    if (parent === null || !existsSync(parent)) continue;
    const folder = join(parent, name);
    try {
      mkdirSync(folder);
      if (existsSync(join(folder, files.limit))) return new MemoryGroup(folder, files);
      rmdirSync(folder);
    } catch {
      // Not allowed, or the controller is not there: the next kind, or none.
    }
  }
  return null;
}

function ownGroup() {
  const mount = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find((fields) => fields[2] === "cgroup2")?.[1];
  const own = /^0::(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  return mount && own ? join(mount, own) : null;
}

class MemoryGroup {
  constructor(folder, files) {
    this.folder = folder;
    this.files = files;
  }

  /** Put before a command, it starts inside the group. */
  get enter() {
    return ["/bin/sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', this.folder];
  }

  setLimit(mb) {
    writeFileSync(join(this.folder, this.files.limit), String(Math.round(mb * 1024 * 1024)));
  }

  /** Processes that the kernel ended because the group was out of memory. */
  kills() {
    return Number(
      /^oom_kill (\d+)/m.exec(readFileSync(join(this.folder, this.files.kills), "utf8"))?.[1] ?? 0,
    );
  }

  usedMb() {
    return Number(readFileSync(join(this.folder, this.files.used), "utf8")) / 1024 / 1024;
  }

  pids() {
    return readFileSync(join(this.folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number);
  }

  async close() {
    for (let tries = 0; tries < 50; tries++) {
      for (const pid of this.pids()) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // Ended by itself.
        }
      }
      try {
        rmdirSync(this.folder);
        return;
      } catch {
        await sleep(100);
      }
    }
  }
}
