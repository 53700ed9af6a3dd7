/** Content is shared: a further worktree of a repository costs its list of paths, and no parsing. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { createRandom, git, randomSource, writeTreeFile } from "../random-tree.ts";

const WORKTREES = 20;
const FILES = 150;

const scratch = mkdtempSync(join(tmpdir(), "clew-worktrees-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** All databases of a home, after the write-ahead logs were folded in by closing. */
function indexBytes(home: string): number {
  const folder = join(home, "index");
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

test(`${WORKTREES} worktrees share one index: each adds under 2 % and parses nothing`, async () => {
  const home = join(scratch, "home");
  const main = join(scratch, "main");
  mkdirSync(main);
  git(main, "init", "-q");
  const random = createRandom(7);
  for (let n = 0; n < FILES; n++) {
    const body = Array.from({ length: 12 }, () => randomSource(random, "ts")).join("\n");
    writeTreeFile(main, `src/part${n % 10}/file${n}.ts`, `// ${n}\n${body}`);
  }
  git(main, "add", "-A");
  git(main, "commit", "-q", "-m", "all");

  const first = await openEngine({ home });
  expect((await first.update(main)).parsed).toBe(FILES);
  await first.close();
  const alone = indexBytes(home);

  for (let n = 0; n < WORKTREES; n++)
    git(main, "worktree", "add", "-q", "--detach", join(scratch, `tree${n}`));
  const engine = await openEngine({ home });
  for (let n = 0; n < WORKTREES; n++) {
    const report = await engine.update(join(scratch, `tree${n}`));
    expect(report).toMatchObject({ files: FILES, parsed: 0, reused: FILES });
  }
  expect(await engine.dump(join(scratch, "tree0"))).toBe(await engine.dump(main));
  await engine.close();

  const perWorktree = (indexBytes(home) - alone) / WORKTREES / alone;
  expect(readdirSync(join(home, "index")).filter((name) => name.endsWith(".db"))).toHaveLength(1);
  expect(perWorktree).toBeLessThan(0.02);
});
