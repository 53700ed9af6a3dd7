import { expect, it } from "vitest";
import type { Block } from "../segments/block.ts";
import { forgetUnused, newReadCaches } from "./read-caches.ts";

const block = (): Block => ({ bytes: new Uint8Array(8), keys: ["a"], starts: new Uint32Array([0, 8]) });

it("blocks and directories of segments that were merged away leave the caches, the others stay", () => {
  const { segments, ...caches } = newReadCaches();
  for (const segment of [7, 71]) {
    segments.blocks.set(`${segment}/0`, block());
    segments.blocks.set(`${segment}/12`, block());
    segments.directories.set(segment, ["a"]);
  }
  forgetUnused({ segments, ...caches }, new Set([71]));
  expect(["7/0", "7/12", "71/0", "71/12"].filter((key) => segments.blocks.get(key))).toEqual([
    "71/0",
    "71/12",
  ]);
  expect([7, 71].filter((segment) => segments.directories.get(segment))).toEqual([71]);
});
