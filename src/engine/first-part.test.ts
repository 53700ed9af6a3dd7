import { afterAll, describe, expect, test } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { type Engine, openEngine } from "./engine.ts";
import { FirstParts } from "./first-part.ts";

describe("a part of a first index", () => {
  const cases = [
    { what: "is published when somebody waits", done: 30, total: 100, isEnough: true },
    { what: "is not when nobody does", done: 30, total: 100, waiting: 0, isEnough: false },
    { what: "is not before its time", done: 30, total: 100, ms: 1_499, isEnough: false },
    { what: "is not of a handful of files", done: 23, total: 100, isEnough: false },
    { what: "is not when the whole is nearly there", done: 81, total: 100, isEnough: false },
    { what: "is twice as large as all before it", done: 400, total: 900, published: 200, isEnough: true },
    { what: "is not smaller than that", done: 399, total: 900, published: 200, isEnough: false },
  ];
  test.each(cases)("$what", ({ done, total, waiting = 1, ms = 1_500, published = 0, isEnough }) => {
    let nowMs = 0;
    const parts = new FirstParts({ afterMs: 1_500, isWanted: () => waiting > 0, nowMs: () => nowMs });
    nowMs = ms;
    parts.onPublished(published);
    expect(parts.isEnough(done, total)).toBe(isEnough);
  });
});

const scratch = new TempFolder("clew-first-part");
const files = Array.from({ length: 400 }, (_, n) => [
  `deep/down/f${n}.ts`,
  `import { atTheTop } from "../../top.ts";\nexport const value${n} = atTheTop + ${n};\n`,
]);
const repository = scratch.folder("many").repository({
  ...Object.fromEntries(files),
  "top.ts": "export const atTheTop = 1;\n",
  "README.md": "# Many\n",
});
const engines: Engine[] = [];

async function open(home: string): Promise<Engine> {
  const engine = await openEngine({
    home: scratch.join(home),
    env: { PATH: process.env.PATH, CLEW_FIRST_ANSWER_MS: "0" },
  });
  engines.push(engine);
  return engine;
}

afterAll(async () => {
  for (const engine of engines) await engine.close();
  scratch.remove();
});

describe("the first index of a tree", () => {
  test("is answered from in part while a question waits, says what is covered, and ends as one made at once", async () => {
    const engine = await open("parts");
    const updated = engine.update(repository.path);
    await engine.untilPart(repository.path, new AbortController().signal);
    const first = await engine.readView(
      repository.path,
      async ({ reader, freshness }) => ({
        paths: (await reader.files()).map((file) => file.path),
        freshness,
      }),
      { waitMs: 0 },
    );
    expect(await updated).toMatchObject({ files: 402, left: 0 });
    expect(first.paths.length).toBeLessThan(402);
    // What lies near the root comes first.
    expect(first.paths).toEqual(expect.arrayContaining(["README.md", "top.ts"]));
    expect(first.freshness).toEqual({
      isFresh: false,
      reason: expect.stringMatching(
        new RegExp(`^the first index is being built, ${first.paths.length} of 402 files indexed so far`),
      ),
    });
    const atOnce = await open("at-once");
    await atOnce.update(repository.path);
    const withoutGeneration = (dump: string) => dump.replace(/generation[^\n]*/g, "");
    expect(withoutGeneration(await engine.dump(repository.path))).toBe(
      withoutGeneration(await atOnce.dump(repository.path)),
    );
  });

  test("is published once when nobody waits", async () => {
    const engine = await open("alone");
    expect(await engine.update(repository.path)).toMatchObject({ generation: 1, files: 402, left: 0 });
  });
});
