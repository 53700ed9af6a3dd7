import { afterAll, describe, expect, test } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { type Engine, openEngine, type ProgressEvent } from "./engine.ts";

const scratch = new TempFolder("clew-first-part");
const files = Array.from({ length: 24 }, (_, n) => [
  `deep/down/f${n}.ts`,
  `export const value${n} = ${n};\n`,
]);
const repository = scratch.folder("many").repository({
  ...Object.fromEntries(files),
  "top.ts": "export const atTheTop = 1;\n",
  "README.md": "# Many\n",
});
const engines: Engine[] = [];

async function open(home: string, firstPartFiles?: number): Promise<Engine> {
  const engine = await openEngine({
    home: scratch.join(home),
    env: { PATH: process.env.PATH },
    ...(firstPartFiles !== undefined && { firstPartFiles }),
  });
  engines.push(engine);
  return engine;
}

afterAll(async () => {
  for (const engine of engines) await engine.close();
  scratch.remove();
});

describe("the first index of a large tree", () => {
  test("answers from its first part and says what that covers", async () => {
    const engine = await open("home", 4);
    const answers: Promise<{ files: number; freshness: unknown }>[] = [];
    const onProgress = ({ phase, total }: ProgressEvent) => {
      // The second round has more to parse than the part.
      if (phase !== "parse" || total === 4 || answers.length > 0) return;
      answers.push(
        engine.read(
          repository.path,
          async ({ reader, freshness }) => ({ files: (await reader.files()).length, freshness }),
          { waitMs: 0 },
        ),
      );
    };
    const report = await engine.update(repository.path, { onProgress });
    expect(report.files).toBe(26);
    expect(await Promise.all(answers)).toEqual([
      {
        files: 4,
        freshness: {
          isFresh: false,
          reason: expect.stringMatching(
            /^the first index is being built, 4 of 26 files covered so far, parse /,
          ),
        },
      },
    ]);
  });

  test("takes what lies near the root first, and ends as one made at once", async () => {
    const inParts = await open("parts", 2);
    let first: string[] = [];
    await inParts.update(repository.path, {
      onProgress: ({ phase, total }) => {
        if (phase !== "parse" || total === 2 || first.length > 0) return;
        first = ["asked"];
        void inParts
          .read(repository.path, async ({ reader }) => (await reader.files()).map((file) => file.path), {
            isStaleAllowed: true,
          })
          .then((paths) => {
            first = paths;
          });
      },
    });
    expect([...first].sort()).toEqual(["README.md", "top.ts"]);
    const atOnce = await open("at-once");
    await atOnce.update(repository.path);
    const withoutGeneration = (dump: string) => dump.replace(/generation[^\n]*/g, "");
    expect(withoutGeneration(await inParts.dump(repository.path))).toBe(
      withoutGeneration(await atOnce.dump(repository.path)),
    );
  });

  test("a small tree is published at once", async () => {
    const engine = await open("small", 20);
    const report = await engine.update(repository.path);
    expect(report.generation).toBe(1);
  });
});
