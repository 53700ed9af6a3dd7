import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { knownFlags } from "./v8-flags.ts";

describe("flags of V8", () => {
  it.each([
    ["11.3.244.8-node.33", ["--interrupt-budget=600000", "--liftoff-only"]],
    ["12.4.254.21-node.33", ["--invocation-count-for-turbofan=12000", "--liftoff-only"]],
    ["13.6.233.10-node.28", ["--invocation-count-for-turbofan=12000", "--liftoff-only"]],
  ])("that %s does not know are left out", (v8, known) => {
    const flags = ["--interrupt-budget=600000", "--invocation-count-for-turbofan=12000", "--liftoff-only"];
    expect(knownFlags(flags, v8)).toEqual(known);
  });

  it("that the running V8 does not know would be complained about", () => {
    const script = 'require("node:v8").setFlagsFromString("--no-such-flag-of-v8")';
    expect(spawnSync(process.execPath, ["-e", script], { encoding: "utf8" }).stderr).toMatch(
      /unrecognized flag/,
    );
  });

  it("are all known where clew sets them", () => {
    const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
    const { stderr, status } = spawnSync(process.execPath, [cli, "--version"], { encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  });
});
