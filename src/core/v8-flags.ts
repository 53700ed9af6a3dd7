/** The one place that sets flags of V8. An unknown one is no error there, but a complaint on the user's terminal. */
import { setFlagsFromString } from "node:v8";

/** First and last version of V8 that has the flag; the others here are in all that Node 20 to 24 bring. */
const VERSIONS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  "--interrupt-budget": [0, 11],
  "--invocation-count-for-turbofan": [12, Number.POSITIVE_INFINITY],
};

/** Code is optimised when it has run so many times as long as usual. */
export function optimisingLater(times: number): readonly string[] {
  return [`--interrupt-budget=${150_000 * times}`, `--invocation-count-for-turbofan=${3_000 * times}`];
}

/** Less code is pulled into a function that is optimised: quicker to make, hardly slower to run. */
export const LITTLE_INLINING = "--max-inlined-bytecode-size-cumulative=200";

export function setFlags(flags: readonly string[]): void {
  for (const flag of knownFlags(flags, process.versions.v8)) setFlagsFromString(flag);
}

export function knownFlags(flags: readonly string[], v8: string): string[] {
  const major = Number.parseInt(v8, 10);
  return flags.filter((flag) => {
    const [first, last] = VERSIONS[flag.split("=")[0]!] ?? [major, major];
    return first <= major && major <= last;
  });
}
