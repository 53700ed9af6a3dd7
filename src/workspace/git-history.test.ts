import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { readFileAges } from "./git-history.ts";
import { readRootLayout } from "./git-layout.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

async function agesOf(folder: TempFolder, revision: string, most?: number) {
  const layout = readRootLayout(folder.path);
  if (layout.kind !== "git") throw new Error(layout.problem?.message);
  const ages = await readFileAges(layout.places, revision, most);
  return ages && Object.fromEntries(ages);
}

describe("ages of files", () => {
  it("count commits since the last change; the first commit says nothing", async () => {
    const repo = temp.folder("repo").repository({ a: "1", b: "1", "p/c d": "1", old: "1" });
    repo.write({ a: "2", "p/c d": "2" });
    repo.commit();
    repo.write({ b: "2" });
    repo.commit();
    repo.write({ a: "3" });
    const head = repo.commit();
    expect(await agesOf(repo, head)).toEqual({ a: 0, b: 1, "p/c d": 2 });
    expect(await agesOf(repo, head, 1)).toEqual({ a: 0 });
    expect(await agesOf(repo.folder("p"), head)).toEqual({ "c d": 2 });
    expect(await agesOf(repo, repo.git("rev-parse", "HEAD~1").trim())).toEqual({ b: 0, a: 1, "p/c d": 1 });
  });

  it("a file named like a commit is a file", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    const first = repo.git("rev-parse", "HEAD").trim();
    repo.write({ [first]: "1" });
    repo.commit();
    repo.write({ a: "2" });
    const head = repo.commit();
    expect(await agesOf(repo, head)).toEqual({ a: 0, [first]: 1 });
  });

  it("are not known of a commit that is not there", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    expect(await agesOf(repo, "1".repeat(40))).toBeNull();
  });
});
