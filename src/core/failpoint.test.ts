import { describe, expect, it } from "vitest";
import { parseFailPoint } from "./failpoint.ts";

describe("CLEW_FAILPOINT", () => {
  it.each([
    [undefined, null],
    ["", null],
    ["after-plan", { name: "after-plan", nth: 1 }],
    ["mid-batch:3", { name: "mid-batch", nth: 3 }],
    ["mid-batch:", null],
    ["mid-batch:-1", null],
    ["mid-batch:3:4", null],
    ["$(reboot)", null],
  ])("%j means %j", (text, expected) => {
    expect(parseFailPoint(text)).toEqual(expected);
  });
});
