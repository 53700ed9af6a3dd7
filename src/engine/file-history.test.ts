import { afterEach, beforeEach, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { FileHistory } from "./file-history.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

it("ages are read once per commit, and are none without one", async () => {
  const repo = temp.folder("repo").repository({ a: "1", b: "1" });
  repo.write({ a: "2" });
  const first = repo.commit();
  const history = new FileHistory(repo.path);
  const ages = history.agesAt(first)!;
  const problems: string[] = [];
  const read = await ages.read(problems);
  expect(read && Object.fromEntries(read)).toEqual({ a: 0 });
  expect(await history.agesAt(first)!.read(problems)).toBe(read);
  repo.write({ b: "2" });
  const next = history.agesAt(repo.commit())!;
  expect(next.version).not.toBe(ages.version);
  expect(Object.fromEntries((await next.read(problems))!)).toEqual({ b: 0, a: 1 });
  const commits = (await history.commitsAt(next.version)!.read())!;
  expect(commits.map(({ paths }) => paths)).toEqual([["b"], ["a"], []]);
  expect(history.agesAt(null)).toBeNull();
  expect(history.commitsAt(null)).toBeNull();
  expect(problems).toEqual([]);
});

it("a folder without git has no history", async () => {
  const plain = temp.folder("plain");
  plain.write({ a: "1" });
  expect(await new FileHistory(plain.path).agesAt("1".repeat(40))!.read([])).toBeNull();
});
