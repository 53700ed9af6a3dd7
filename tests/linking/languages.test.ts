import { describe, expect, it } from "vitest";
import { broken, edgeTexts, linkProject, parseFixture, readFixture } from "./read-fixture.ts";

const MIN_EDGES = 25;

describe.each(["typescript", "python", "go", "java", "rust", "csharp", "ruby", "php", "cpp", "others"])(
  "%s",
  (name) => {
    it("links a project as its toolchain would", async () => {
      const { files, expectations } = readFixture(name);
      expect(expectations.filter(({ isWanted }) => isWanted).length).toBeGreaterThanOrEqual(MIN_EDGES);
      expect(expectations.some(({ isWanted }) => !isWanted)).toBe(true);
      const edges = edgeTexts(await linkProject(files));
      expect(broken(expectations, edges).join("\n")).toBe("");
    });
  },
);

it("an expectation that does not hold is reported", () => {
  const { expectations } = parseFixture("//- expect\na.ts#f calls b.ts#g\nnot a.ts#f calls c.ts#h\n");
  const text = broken(expectations, ["a.ts#f calls c.ts#h heuristic"]).join("\n");
  expect(text).toContain("missing: a.ts#f calls b.ts#g");
  expect(text).toContain("unwanted: a.ts#f calls c.ts#h");
});
