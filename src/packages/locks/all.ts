import type { LockedPackage, LockFormat } from "./contract.ts";
import { LINE_LOCKS } from "./lines.ts";
import { NPM_LOCKS } from "./npm.ts";
import { TABLE_LOCKS } from "./tables.ts";

/** Where two of them lie in one folder, the first of an ecosystem that names a package counts. */
export const LOCKS: readonly LockFormat[] = [...NPM_LOCKS, ...TABLE_LOCKS, ...LINE_LOCKS];

export function readLock(format: LockFormat, text: string): LockedPackage[] {
  return format.read(text).map((one) => ({ ecosystem: format.ecosystem, ...one }));
}
