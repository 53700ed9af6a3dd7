import { expect, test } from "vitest";
import { environmentLayer, resolveSettings, SETTINGS } from "./settings.ts";

test("later layers win and lists are split on commas", () => {
  const settings = resolveSettings([
    { source: "file", values: { budget: 2000, exclude: ["a/**"] }, isRepository: false },
    environmentLayer({ CLEW_BUDGET: "3000", CLEW_EXCLUDE: "b/**, c/**" }),
  ]);
  expect(settings.budget).toBe(3000);
  expect(settings.exclude).toEqual(["b/**", "c/**"]);
});

test.each([
  ["an unknown name", { nope: 1 }, /nope in file is not a setting/],
  ["a number out of range", { budget: 1 }, /budget in file is 1/],
  ["a wrong type", { include: 7 }, /include in file is 7/],
  ["a boolean that is none", { indexGenerated: "maybe" }, /indexGenerated in file/],
])("%s is refused with its source", (_, values, message) => {
  expect(() => resolveSettings([{ source: "file", values, isRepository: false }])).toThrow(message);
});

test("a repository cannot set what guards the machine", () => {
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const layer = { source: ".clew.json", values: { [name]: setting.default }, isRepository: true };
    if (setting.repositoryMaySet) expect(() => resolveSettings([layer])).not.toThrow();
    else expect(() => resolveSettings([layer])).toThrow(/cannot be set by a repository/);
  }
});
