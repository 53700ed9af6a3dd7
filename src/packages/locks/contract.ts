/** What a lock file says: which version of a package is installed. One pure, total function for each format. */
import type { Ecosystem } from "../contract.ts";

/** Gems have no reader of manifests, but a lock that says everything. */
export type LockEcosystem = Ecosystem | "rubygems";

export interface LockedPackage {
  ecosystem: LockEcosystem;
  name: string;
  version: string;
}

export interface LockFormat {
  ecosystem: LockEcosystem;
  basename: string;
  /** What is no entry of the format is left out. */
  read(text: string): { name: string; version: string }[];
}
