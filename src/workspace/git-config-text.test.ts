import { describe, expect, it } from "vitest";
import { readConfigValue } from "./git-config-text.ts";

describe("a value of a git configuration", () => {
  it.each([
    ["[core]\n\tworktree = ../../x\n", "../../x"],
    ['[core] worktree = "a b" # comment\n', "a b"],
    ["[CORE]\nWorkTree=one\nworktree = two ; last wins\n", "two"],
    ['[core]\nworktree = "q\\"uote" \\\n  tail\n', 'q"uote   tail'],
    ["[core]\nworktree\n", "true"],
    ['[core "sub"]\nworktree = no\n', null],
    ["[other]\nworktree = no\n", null],
    ["# [core]\n; worktree = no\n", null],
    ["worktree = no\n[core\nworktree = no", null],
    ["", null],
  ])("of %j is %j", (text, value) => {
    expect(readConfigValue(text, "core", "worktree")).toBe(value);
  });
});
