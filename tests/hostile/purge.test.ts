/** P14: what was indexed before it was known to be a secret can be taken out, down to the last byte of the index. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

/** Spelled in every way that lands somewhere in an index: a name, a comment, a string, a header. */
const sourceWith = (word: string) =>
  `/** About ${word}. */\nexport class Holder_${word} {\n  // holds ${word}\n  read(): string { return "${word}"; }\n}\n`;
const OTHERS = "export function ordinary() {}\n";

let temp: TempFolder;
let engine: Engine;
let home: string;
let root: string;
beforeAll(() => {
  temp = new TempFolder("clew-purge");
});
afterAll(() => temp.remove());

async function open(name: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) temp.write({ [`${name}/tree/${path}`]: text });
  home = temp.join(`${name}/home`);
  root = temp.join(`${name}/tree`);
  engine = await openEngine({ home });
  await engine.update(root);
}

function isInHome(word: string): boolean {
  return readdirSync(home, { recursive: true })
    .map((name) => join(home, String(name)))
    .filter((file) => statSync(file).isFile())
    .some((file) => readFileSync(file, "latin1").toLowerCase().includes(word));
}

async function dumpOfFreshIndex(): Promise<string> {
  const fresh = await openEngine({ home: `${home}-fresh` });
  await fresh.update(root);
  const dump = await fresh.dump(root);
  await fresh.close();
  return dump;
}

describe("purge", () => {
  it("leaves no byte of a file that is not to be indexed any more, nor of what it held before", async () => {
    await open("path", {
      "keep.ts": `${OTHERS}import { Holder_quorvaxuk } from "./gone";\n`,
      "gone.ts": sourceWith("quorvaxuk"),
      "deep/gone.ts": sourceWith("zimbelvatok"),
    });
    temp.write({ "path/tree/gone.ts": sourceWith("wexilporuk") });
    await engine.update(root);
    // Negative control: before, all of it is there, the earlier version too.
    expect(["quorvaxuk", "wexilporuk", "zimbelvatok", "ordinary"].filter(isInHome)).toHaveLength(4);
    temp.write({ "path/tree/.clewignore": "gone.ts\n", "path/tree/keep.ts": OTHERS });
    const report = await engine.purge(root, { paths: ["gone.ts", "deep"] });
    expect(report.contents).toBeGreaterThanOrEqual(3);
    expect(["quorvaxuk", "wexilporuk", "zimbelvatok"].filter(isInHome)).toEqual([]);
    expect(isInHome("ordinary")).toBe(true);
    expect(await engine.dump(root)).toBe(await dumpOfFreshIndex());
    expect((await engine.verify(root, { deep: true })).problems).toEqual([]);
    await engine.close();
  });

  it("a file that is still to be indexed comes back, linked like in a fresh index", async () => {
    await open("again", {
      "a.ts": sourceWith("quorvaxuk"),
      "b.ts": 'import { Holder_quorvaxuk } from "./a";\n',
    });
    const before = await engine.dump(root);
    const report = await engine.purge(root, { paths: ["a.ts"] });
    expect(report.paths).toEqual(["a.ts"]);
    expect(await engine.dump(root)).toBe(before);
    await engine.close();
  });

  it("a content is taken out under every name and in moved-aside copies", async () => {
    await open("blob", { "a.ts": sourceWith("quorvaxuk"), "b.ts": sourceWith("quorvaxuk"), "c.ts": OTHERS });
    const hash = await engine.read(root, async (session) => (await session.one.findFile("a.ts"))!.hash);
    await engine.rebuild(root);
    const copies = readdirSync(join(home, "index")).filter((name) => name.includes(".damaged-"));
    expect(copies.length).toBeGreaterThan(0);
    writeFileSync(join(root, ".clewignore"), "a.ts\n");
    temp.write({ "blob/tree/b.ts": OTHERS });
    const report = await engine.purge(root, { blobs: [hash] });
    expect(report.copies).toBe(1);
    expect(isInHome("quorvaxuk")).toBe(false);
    await engine.close();
  });

  it("says what it took out when nothing is to be found any more: nothing", async () => {
    await open("none", { "a.ts": OTHERS });
    expect(await engine.purge(root, { secrets: true })).toEqual({ paths: [], contents: 0, copies: 0 });
    await engine.close();
  });
});
