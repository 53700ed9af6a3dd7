/**
 * Named points at which a test lets the process die as if it were killed there: `CLEW_FAILPOINT=name` or `name:nth`.
 * The variable works in every build, so that what is tested is what is shipped. It can end only the process that it is
 * set for, which whoever sets that process's environment can do anyway.
 */
export type FailPoint =
  /** An update knows what to do and has changed nothing. */
  | "after-plan"
  /** Facts of some files are written, in a transaction that is open. */
  | "mid-batch"
  /** All that the next generation needs is stored; nothing shows it. */
  | "before-publish"
  /** The next generation is committed; whoever asked has not been told. */
  | "after-publish"
  /** The log is copied into the database and still there. */
  | "mid-checkpoint"
  /** Tables of a new format are made, in a transaction that is open. */
  | "mid-migrate";

const wanted = parseFailPoint(process.env.CLEW_FAILPOINT);

export function parseFailPoint(text: string | undefined): { name: string; nth: number } | null {
  const [, name, nth = "1"] = /^([a-z-]+)(?::(\d+))?$/.exec(text ?? "") ?? [];
  return name === undefined ? null : { name, nth: Number(nth) };
}

/** `getThere`: what leads to the middle of a step that has none of ours; done only when the process dies there. */
export function passPoint(name: FailPoint, getThere?: () => void): void {
  if (wanted === null || wanted.name !== name) return;
  wanted.nth -= 1;
  if (wanted.nth !== 0) return;
  getThere?.();
  process.kill(process.pid, "SIGKILL");
}
