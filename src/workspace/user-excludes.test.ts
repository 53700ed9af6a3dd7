import { renameSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { listFiles } from "./list-files.ts";
import { openRoot } from "./path-jail.ts";
import { readUserExcludesFile } from "./user-excludes.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = new TempFolder();
});
afterEach(() => temp.remove());

it.each([
  ["[core]\n\texcludesfile = ~/ignored\n", "HOME/ignored"],
  ['[core]\n\texcludesFile = "/etc/ignored"\n', "/etc/ignored"],
  ["[core]\n\texcludesfile = relative\n", null],
  ["[core]\n\texcludesfile = ~other/ignored\n", null],
  ["[user]\n\tname = x\n", null],
  ["", null],
])("%j names %s", (text, expected) => {
  temp.write({ ".gitconfig": text });
  expect(readUserExcludesFile({ HOME: temp.path })).toBe(expected?.replace("HOME", temp.path) ?? null);
});

it("the shared configuration folder is read too, and a link to the file is followed", () => {
  temp.write({ ".config/git/config": "[core]\nexcludesfile = ~/shared\n" });
  expect(readUserExcludesFile({ HOME: temp.path })).toBe(temp.join("shared"));
  temp.write({ dotfile: "[core]\nexcludesfile = ~/own\n" });
  symlinkSync("dotfile", temp.join(".gitconfig"));
  expect(readUserExcludesFile({ HOME: temp.path })).toBe(temp.join("own"));
  renameSync(temp.join(".config"), temp.join("elsewhere"));
  expect(readUserExcludesFile({ HOME: "/nonexistent", XDG_CONFIG_HOME: temp.join("elsewhere") })).toBe(
    "/nonexistent/shared",
  );
  expect(readUserExcludesFile({})).toBeNull();
});

it("what the user ignores everywhere is not listed", async () => {
  const home = temp
    .folder("home")
    .write({ ".gitconfig": "[core]\nexcludesfile = ~/mine\n", mine: "*.swp\n" });
  const repo = temp.folder("repo").repository({ a: "1" });
  repo.write({ "a.swp": "", b: "" });
  const before = process.env.HOME;
  process.env.HOME = home.path;
  try {
    const { files } = await listFiles(openRoot(repo.path));
    expect(files.map((file) => file.path).sort()).toEqual(["a", "b"]);
  } finally {
    process.env.HOME = before;
  }
});
