import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { agesOf, readPastCommits } from "./git-history.ts";
import { readRootLayout } from "./git-layout.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

async function commitsOf(folder: TempFolder, revision: string) {
  const layout = readRootLayout(folder.path);
  if (layout.kind !== "git") throw new Error(layout.problem?.message);
  return readPastCommits(layout.places, revision);
}

async function readAges(folder: TempFolder, revision: string, most?: number) {
  const commits = await commitsOf(folder, revision);
  return commits && Object.fromEntries(agesOf(commits, most));
}

it("a past commit has its message and what it changed, and nothing later is seen", async () => {
  const repo = temp.folder("repo").repository({ a: "1", "p/b": "1" });
  repo.write({ a: "2", "p/b": "2" });
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "parser: keep é\n\nbecause it was lost");
  const asked = repo.git("rev-parse", "HEAD").trim();
  repo.write({ a: "3" });
  repo.commit();
  const commits = (await commitsOf(repo, asked))!;
  expect(commits.map(({ paths }) => paths)).toEqual([["a", "p/b"], []]);
  expect(commits[0]).toMatchObject({ id: asked, message: "parser: keep é\n\nbecause it was lost\n" });
});

it("tells what a commit added, and takes known commits as they are", async () => {
  const repo = temp.folder("repo").repository({ a: "1" });
  repo.write({ a: "2", b: "1" });
  const second = repo.commit();
  repo.write({ b: "2" });
  const third = repo.commit();
  const commits = (await commitsOf(repo, third))!;
  expect(commits.map(({ added }) => added)).toEqual([[], ["b"], []]);
  const layout = readRootLayout(repo.path);
  if (layout.kind !== "git") throw new Error("no git");
  const known = { ...commits[1]!, message: "read before" };
  const again = (await readPastCommits(layout.places, third, undefined, new Map([[second, known]])))!;
  expect(again[1]).toBe(known);
  expect([again[0], again[2]]).toEqual([commits[0], commits[2]]);
});

describe("ages of files", () => {
  it("count commits since the last change; the first commit says nothing", async () => {
    const repo = temp.folder("repo").repository({ a: "1", b: "1", "p/c d": "1", old: "1" });
    repo.write({ a: "2", "p/c d": "2" });
    repo.commit();
    repo.write({ b: "2" });
    repo.commit();
    repo.write({ a: "3" });
    const head = repo.commit();
    expect(await readAges(repo, head)).toEqual({ a: 0, b: 1, "p/c d": 2 });
    expect(await readAges(repo, head, 1)).toEqual({ a: 0 });
    expect(await readAges(repo.folder("p"), head)).toEqual({ "c d": 2 });
    expect(await readAges(repo, repo.git("rev-parse", "HEAD~1").trim())).toEqual({ b: 0, a: 1, "p/c d": 1 });
  });

  it("a file named like a commit is a file", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    const first = repo.git("rev-parse", "HEAD").trim();
    repo.write({ [first]: "1" });
    repo.commit();
    repo.write({ a: "2" });
    const head = repo.commit();
    expect(await readAges(repo, head)).toEqual({ a: 0, [first]: 1 });
  });

  it("are not known of a commit that is not there", async () => {
    const repo = temp.folder("repo").repository({ a: "1" });
    expect(await readAges(repo, "1".repeat(40))).toBeNull();
  });
});
