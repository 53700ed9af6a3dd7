/** Folders that nobody means: asked about, they are refused at once instead of being read for hours. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

let temp: TempFolder;
let engine: Engine;
beforeEach(async () => {
  temp = new TempFolder("clew-wide");
  temp.write({ "person/project/a.ts": "export const a = 1;", "person/b.ts": "", "cache/clew/.keep": "" });
  const env = { ...process.env, HOME: temp.join("person") };
  engine = await openEngine({ home: temp.join("cache/clew"), env });
});
afterEach(async () => {
  await engine.close();
  temp.remove();
});

it.each([
  ["the whole file system", () => "/"],
  ["the whole file system by dots", () => `${temp.path}/../../../../../../../..`],
  ["the home folder", () => temp.join("person")],
  ["a folder that holds the indexes", () => temp.path],
  ["the folder of the indexes", () => temp.join("cache/clew")],
])("%s is refused in a moment", async (_, folder) => {
  const started = performance.now();
  await expect(engine.update(folder())).rejects.toMatchObject({ code: "ROOT_TOO_WIDE" });
  await expect(engine.readView(folder(), async () => 1)).rejects.toMatchObject({ code: "ROOT_TOO_WIDE" });
  await expect(engine.survey(folder())).rejects.toMatchObject({ code: "ROOT_TOO_WIDE" });
  expect(performance.now() - started).toBeLessThan(5_000);
});

it("a project in the home is indexed, and the home itself once somebody said so", async () => {
  expect((await engine.update(temp.join("person/project"))).generation).toBe(1);
  engine.admit(temp.join("person"));
  expect((await engine.update(temp.join("person"))).generation).toBe(1);
  const next = await openEngine({
    home: temp.join("cache/clew"),
    env: { ...process.env, HOME: temp.join("person") },
  });
  try {
    await next.update(temp.join("person"));
  } finally {
    await next.close();
  }
});
