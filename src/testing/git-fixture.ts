/** Real git repositories in temporary folders, with a fixed author and without the host's configuration. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
};

export class TempFolder {
  readonly path: string;

  constructor(name = "clew-test") {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  }

  join(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** Writes files; parents are made. */
  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.join(path)), { recursive: true });
      writeFileSync(this.join(path), content);
    }
    return this;
  }

  folder(name: string): TempFolder {
    mkdirSync(this.join(name), { recursive: true });
    return Object.assign(Object.create(TempFolder.prototype), { path: this.join(name) }) as TempFolder;
  }

  git(...args: string[]): string {
    return gitIn(this.path, ...args);
  }

  /** A repository with these files committed; without files there is no commit. */
  repository(files: Readonly<Record<string, string | Uint8Array>> = {}): this {
    this.git("init", "-q", "-b", "main");
    this.write(files);
    if (Object.keys(files).length > 0) this.commit();
    return this;
  }

  commit(): string {
    this.git("add", "-A");
    this.git("commit", "-q", "-m", "change");
    return this.git("rev-parse", "HEAD").trim();
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export function gitIn(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 256 * 1024 * 1024,
  });
}
