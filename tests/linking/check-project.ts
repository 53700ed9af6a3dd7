import { expect } from "vitest";
import { broken, edgeTexts, linkProject, parseFixture } from "./read-fixture.ts";

/** Links a small project and compares its edges with what the comments in it expect. */
export async function checkProject(text: string): Promise<void> {
  const { files, expectations } = parseFixture(text);
  expect(expectations.length).toBeGreaterThan(0);
  const edges = edgeTexts(await linkProject(files));
  expect(broken(expectations, edges).join("\n")).toBe("");
}
