/** A process that stays and watches answers as one that scans: after edits, branch switches, rebases and stashes. */
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";
import { connectMcpClient } from "../../src/testing/mcp-client.ts";

const scratch = new TempFolder("clew-watching-e2e");
afterAll(() => scratch.remove());

/** Path and content of every indexed file, the revision, and what was skipped. */
async function stateOf(engine: Engine, root: string): Promise<unknown> {
  return engine.readView(root, async (session) => {
    expect(session.freshness).toEqual({ isFresh: true });
    const files = (await session.reader.files()).map(({ path, hash, origin }) => [path, hash, origin]);
    const skipped = (await session.reader.skipped()).map(({ path, reason }) => [path, reason]);
    return { files, skipped, revision: session.info.revision };
  });
}

/** A small generator with a seed, so that a failure can be run again. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("an engine that watches", () => {
  it("agrees with one that scans after every step of a random history", { timeout: 240_000 }, async () => {
    const seed = Number(process.env.CLEW_SEED ?? 20261116);
    const random = randomNumbers(seed);
    const repo = scratch.folder("history").repository({
      ".gitignore": "out/\n",
      "src/a.ts": "export const a = 1;\n",
      "src/b.ts": "export const b = 2;\n",
      "lib/deep/c.ts": "export const c = 3;\n",
    });
    repo.git("checkout", "-q", "-b", "side");
    repo.write({ "side/d.ts": "export const d = 4;\n", "src/a.ts": "export const a = 10;\n" });
    repo.commit();
    repo.git("checkout", "-q", "main");
    const file = () => ["src/a.ts", "src/b.ts", "lib/deep/c.ts", "new/e.ts", "out/f.ts"][random(5)]!;
    let step = 0;
    const quietly = (act: () => void) => {
      try {
        act();
      } catch {
        // Such as a stash with nothing in it or a branch that will not switch: no change is a step too.
      }
    };
    const steps: [name: string, act: () => void][] = [
      ["write", () => void repo.write({ [file()]: `export const x${step} = ${step};\n` })],
      ["write", () => void repo.write({ [file()]: `export const y${step} = ${step};\n` })],
      ["remove", () => rmSync(repo.join(file()), { force: true })],
      ["move a folder", () => quietly(() => renameSync(repo.join("lib"), repo.join(`lib${step}`)))],
      ["move it back", () => quietly(() => renameSync(repo.join(`lib${step - 1}`), repo.join("lib")))],
      ["remove a folder", () => rmSync(repo.join("new"), { recursive: true, force: true })],
      ["empty folder", () => void mkdirSync(repo.join("new", `n${step}`), { recursive: true })],
      ["ignore", () => writeFileSync(repo.join(".gitignore"), random(2) ? "out/\n" : "src/b.ts\n")],
      ["switch", () => quietly(() => void repo.git("checkout", "-q", "-f", random(2) ? "side" : "main"))],
      ["stash", () => quietly(() => void repo.git("stash", "-q", "-u"))],
      ["unstash", () => quietly(() => void repo.git("stash", "pop", "-q"))],
      ["commit", () => quietly(() => void repo.commit())],
      ["reset", () => quietly(() => void repo.git("reset", "-q", "--hard"))],
      ["rebase", () => quietly(() => void repo.git("rebase", "-q", "main"))],
      ["stop rebase", () => quietly(() => void repo.git("rebase", "--abort"))],
      ["nothing", () => {}],
    ];
    const watching = await openEngine({ home: scratch.join("home-watching"), isWatching: true });
    const scanning = await openEngine({ home: scratch.join("home-scanning") });
    const history: string[] = [];
    let unscanned = 0;
    for (; step < 60; step += 1) {
      const [name, act] = steps[random(steps.length)]!;
      act();
      history.push(name);
      const wanted = await stateOf(scanning, repo.path);
      expect({ seed, history, state: await stateOf(watching, repo.path) }).toEqual({
        seed,
        history,
        state: wanted,
      });
      // Asked again with nothing between, the answer must come without a scan or be the same all the same.
      const before = await lastScan(watching, repo.path);
      expect(await stateOf(watching, repo.path)).toEqual(wanted);
      if (before !== null && before === (await lastScan(watching, repo.path))) unscanned += 1;
    }
    // If watching never spared a scan, the comparison above proved nothing.
    expect(unscanned).toBeGreaterThan(30);
    await watching.close();
    await scanning.close();
  });

  it("scans when asked to, whatever the watches say", async () => {
    const repo = scratch.folder("forced").repository({ "a.ts": "export const a = 1;\n" });
    const engine = await openEngine({ home: scratch.join("home-forced"), isWatching: true });
    await stateOf(engine, repo.path);
    await stateOf(engine, repo.path);
    const before = await lastScan(engine, repo.path);
    await engine.readView(repo.path, async () => {}, { mustScan: true });
    expect(await lastScan(engine, repo.path)).not.toBe(before);
    await engine.close();
  });

  it("takes over what another process published", async () => {
    const repo = scratch.folder("shared").repository({ "a.ts": "export const a = 1;\n" });
    const home = scratch.join("home-shared");
    const engine = await openEngine({ home, isWatching: true });
    await stateOf(engine, repo.path);
    await stateOf(engine, repo.path);
    const other = await openEngine({ home, env: { ...process.env, CLEW_EXCLUDE: "a.ts" } });
    await other.update(repo.path);
    await other.close();
    expect(await stateOf(engine, repo.path)).toMatchObject({
      files: [["a.ts", expect.anything(), "tracked"]],
    });
    await engine.close();
  });
});

async function lastScan(engine: Engine, root: string): Promise<number | null> {
  return engine.readView(
    root,
    async (session) => (session.watching?.isWatching ? session.watching.scannedAt : null),
    {
      isStaleAllowed: true,
    },
  );
}

it("a server sees what no watch sees, in what it quotes and in what it says is absent", {
  timeout: 120_000,
}, async () => {
  const repo = scratch.folder("mapped").repository({ "a.ts": "export function oldName(): void {}\n" });
  const { ask, close } = await connect(repo.path, "home-mapped");
  // A second name of the file outside the tree: a write through it makes no event in the tree.
  const outside = scratch.join("second-name.ts");
  linkSync(repo.join("a.ts"), outside);
  await ask("status", {});
  await ask("status", {});
  writeFileSync(outside, "export function newName(): void {}\n");
  expect(await ask("symbol", { name: "oldName" })).toMatch(/^no symbol/);
  await ask("status", {});
  writeFileSync(outside, "export function thirdName(): void {}\n");
  expect(await ask("symbol", { name: "thirdName" })).toContain("a.ts");
  await close();
});

it("a server answers with the state that was written just before the call", {
  timeout: 120_000,
}, async () => {
  const repo = scratch.folder("served").repository({ "a.ts": "export function first0(): void {}\n" });
  const { ask, close } = await connect(repo.path, "home-served");
  for (let round = 0; round < 25; round += 1) {
    writeFileSync(join(repo.path, "a.ts"), `export function first${round}(): void {}\n`);
    expect(await ask("symbol", { name: `first${round}` })).toContain("a.ts");
    expect(await ask("symbol", { name: `first${round - 1}` })).toMatch(/^no symbol/);
  }
  expect(await ask("status", {})).toMatch(/compared by: watching \d+ folders/);
  await close();
});

async function connect(cwd: string, home: string) {
  const client = await connectMcpClient(cwd, { PATH: process.env.PATH ?? "", CLEW_HOME: scratch.join(home) });
  const ask = async (name: string, args: Record<string, unknown>) => {
    const result = (await client.callTool({ name, arguments: args })) as { content: { text: string }[] };
    return result.content[0]!.text;
  };
  return { ask, close: () => client.close() };
}
