/** Modules that pass each other on with `export *`: what one question costs does not grow with their number squared. */
import { expect, it } from "vitest";
import { changedKeys } from "../../src/linking/changed-keys.ts";
import { linkFile } from "../../src/linking/link-file.ts";
import { environmentOf, factsOf } from "./read-fixture.ts";

type Shape = (at: number, count: number) => string;

const SHAPES: Record<string, Shape> = {
  "a ring": (at, count) => `export * from "./m${(at + 1) % count}";`,
  "a ring with short cuts": (at, count) =>
    `export * from "./m${(at + 1) % count}";\nexport * from "./m${(at * 13) % count}";`,
};

function projectOf(shape: Shape, count: number): Map<string, string> {
  return new Map(
    Array.from({ length: count }, (_, at) => [
      `m${at}.ts`,
      `${shape(at, count)}
export function made${at}() { return 1; }
import { made${(at * 7 + 1) % count} as far } from "./m${(at + 3) % count}";
export function use${at}() { return far(); }
`,
    ]),
  );
}

/** Processor time of linking all files and of asking what a change touches; and how many calls were resolved. */
async function costOf(shape: Shape, count: number): Promise<{ ms: number; calls: number }> {
  const files = projectOf(shape, count);
  const facts = await factsOf(files);
  const env = environmentOf(files, facts);
  const before = process.cpuUsage();
  let calls = 0;
  for (const [path, blob] of facts) {
    const { edges } = linkFile({ path, facts: blob }, env);
    calls += edges.filter(({ kind, tier }) => kind === "calls" && tier === "resolved").length;
  }
  changedKeys(env, [], [], [1]);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, calls };
}

it.each(Object.keys(SHAPES))(
  "%s of four times the modules costs about four times as much",
  async (name) => {
    await costOf(SHAPES[name]!, 100);
    const small = await costOf(SHAPES[name]!, 500);
    const large = await costOf(SHAPES[name]!, 2_000);
    expect(small.calls).toBe(500);
    expect(large.calls).toBe(2_000);
    // Squared growth would give sixteen.
    expect(large.ms / small.ms).toBeLessThan(9);
  },
  120_000,
);
