import { expect, it } from "vitest";
import { isCurrentProfile, makeProfile, readProfile, writeProfile } from "./profile.ts";

it("is current when this version wrote it, and made again otherwise", async () => {
  const tree = { name: "shop", files: [], skipped: [], revision: null };
  const profile = await makeProfile(tree, { tags: [], upstream: null }, async () => null);
  const text = writeProfile(profile);
  expect(isCurrentProfile(text)).toBe(true);
  expect(readProfile(text)).toEqual(profile);
  const older = text.replace(/"version":\d+/, '"version":0');
  expect(isCurrentProfile(older)).toBe(false);
  expect(readProfile(older)).toBeNull();
});

it("of a version with the same fields still says what it knows, and is made again", async () => {
  const tree = { name: "shop", files: [], skipped: [], revision: null };
  const profile = await makeProfile(tree, { tags: [], upstream: null }, async () => null);
  const before = writeProfile(profile).replace(/"version":\d+/, '"version":4');
  expect(readProfile(before)).toEqual(profile);
  expect(isCurrentProfile(before)).toBe(false);
});
