/** What is found out about a repository when it is indexed, and kept beside its record until its manifests change. */
import { createHash } from "node:crypto";
import type { Problem } from "../core/errors.ts";
import type { FoundPackages, ManifestTree, Package, Workspace } from "../packages/contract.ts";
import { findPackages, isManifest, MAX_MANIFESTS } from "../packages/find-packages.ts";
import type { SkippedFile, ViewFile } from "../storage/contract.ts";
import { detectType, type TypeGuess } from "./detect-type.ts";
import { signsOf } from "./tree-signs.ts";

/** Raised with every change of what a profile says of the same tree. */
const PROFILE_VERSION = 4;

/** Where the tree comes from, as git tells. */
export interface Origin {
  /** Of the tag at the indexed commit. */
  tag: string | null;
  /** Address of the remote, without anything secret. */
  upstream: string | null;
}

export interface RepositoryProfile {
  /** Equal for trees that give the same profile. */
  fingerprint: string;
  guess: TypeGuess;
  origin: Origin;
  files: number;
  packages: Package[];
  workspaces: Workspace[];
  problems: Problem[];
}

export interface ProfiledTree {
  name: string;
  /** Ascending. */
  files: readonly Pick<ViewFile, "path" | "hash" | "language">[];
  skipped: readonly Pick<SkippedFile, "path">[];
  revision: string | null;
}

export function fingerprintOf({ name, files, revision }: ProfiledTree): string {
  const manifests = files.filter(({ path }) => isManifest(path)).slice(0, MAX_MANIFESTS);
  const { files: _, documents, ...signs } = signsOf(name, files);
  // The share of documents in steps: an edit of one file changes no type.
  const share = Math.round((20 * documents) / Math.max(1, files.length));
  const told = [
    PROFILE_VERSION,
    revision,
    share,
    signs,
    manifests.map(({ path, hash }) => `${hash} ${path}`),
  ];
  return createHash("sha256").update(JSON.stringify(told)).digest("hex").slice(0, 32);
}

/** `read`: text of a file of the tree, null when it cannot be read. */
export async function makeProfile(
  tree: ProfiledTree,
  origin: Origin,
  read: (path: string) => Promise<string | null>,
): Promise<RepositoryProfile> {
  const found = await readPackages(tree, read);
  return {
    fingerprint: fingerprintOf(tree),
    guess: detectType(signsOf(tree.name, tree.files), found),
    origin,
    files: tree.files.length,
    ...found,
  };
}

async function readPackages(
  { name, files, skipped }: ProfiledTree,
  read: (path: string) => Promise<string | null>,
): Promise<FoundPackages> {
  const paths = files.map(({ path }) => path as string).filter(isManifest);
  const texts = new Map<string, string>();
  for (const path of paths.slice(0, MAX_MANIFESTS)) {
    const text = await read(path);
    if (text !== null) texts.set(path, text);
  }
  const all = new Set<string>([...files, ...skipped].map(({ path }) => path));
  const manifests: ManifestTree = {
    name,
    paths: [...texts.keys()],
    read: (path) => texts.get(path) ?? null,
    has: (path) => all.has(path),
  };
  return findPackages(manifests);
}

export function writeProfile(profile: RepositoryProfile): string {
  return JSON.stringify({ version: PROFILE_VERSION, ...profile });
}

/** Whether it was written by this version, told without reading all of it. */
export function isCurrentProfile(text: string): boolean {
  return text.startsWith(`{"version":${PROFILE_VERSION},`);
}

/** Null for one of another version: it is made again with the next update. */
export function readProfile(text: string): RepositoryProfile | null {
  const { version, ...profile } = JSON.parse(text) as RepositoryProfile & { version: number };
  return version === PROFILE_VERSION ? profile : null;
}
