import { basename, dirname } from "node:path";
import type { StoreFamily } from "../storage/factory.ts";
import type { readRootLayout } from "../workspace/git-layout.ts";

/** All worktrees of a clone are one family; a folder without git is one of its own. */
export function storeFamilyOf(root: string, layout: ReturnType<typeof readRootLayout>): StoreFamily {
  const identity = layout.kind === "git" ? layout.family : root;
  return { name: basename(layout.kind === "git" ? dirname(identity) : root), identity };
}
