/** What is found out about a repository when it is indexed, and kept beside its record until its manifests change. */
import { createHash } from "node:crypto";
import type { Problem } from "../core/errors.ts";
import type { FoundPackages, ManifestTree, Package, Workspace } from "../packages/contract.ts";
import { findPackages, isManifest, MAX_MANIFESTS } from "../packages/find-packages.ts";
import type { SkippedFile, ViewFile } from "../storage/contract.ts";
import { detectType, type TypeGuess } from "./detect-type.ts";
import { repositoryTag } from "./repository-tag.ts";
import { signsOf } from "./tree-signs.ts";

/** Raised with every change of what a profile says of the same tree. */
const PROFILE_VERSION = 5;
/** Whose fields are those of today: it says what it knows until the next update makes it again. */
const OLDEST_READABLE = 4;

/** Where the tree comes from, as git tells. */
export interface Origin {
  /** The version that a tag of the indexed commit names. */
  tag: string | null;
  /** Address of the remote, without anything secret. */
  upstream: string | null;
}

export interface GivenOrigin extends Pick<Origin, "upstream"> {
  /** All that are at the commit. */
  tags: readonly string[];
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

export interface OutlinedTree {
  name: string;
  /** Ascending. */
  files: readonly Pick<ViewFile, "path" | "language">[];
  skipped: readonly Pick<SkippedFile, "path">[];
}

export interface ProfiledTree extends OutlinedTree {
  files: readonly Pick<ViewFile, "path" | "hash" | "language">[];
  revision: string | null;
}

/** Text of a file of the tree, null when it cannot be read. */
export type ReadText = (path: string) => Promise<string | null>;

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

export async function makeProfile(
  tree: ProfiledTree,
  { tags, upstream }: GivenOrigin,
  read: ReadText,
): Promise<RepositoryProfile> {
  const { guess, ...found } = await outlineTree(tree, read);
  return {
    fingerprint: fingerprintOf(tree),
    guess,
    origin: { tag: repositoryTag(tags, found.packages), upstream },
    files: tree.files.length,
    ...found,
  };
}

/** What its names and manifests alone tell, of a tree that may not be indexed. */
export async function outlineTree(
  tree: OutlinedTree,
  read: ReadText,
): Promise<FoundPackages & { guess: TypeGuess }> {
  const found = await readPackages(tree, read);
  return { guess: detectType(signsOf(tree.name, tree.files), found), ...found };
}

async function readPackages({ name, files, skipped }: OutlinedTree, read: ReadText): Promise<FoundPackages> {
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

/** Null for one whose fields are others: nothing is known until the next update makes it again. */
export function readProfile(text: string): RepositoryProfile | null {
  const { version, ...profile } = JSON.parse(text) as RepositoryProfile & { version: number };
  return version >= OLDEST_READABLE && version <= PROFILE_VERSION ? profile : null;
}
