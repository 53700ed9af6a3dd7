/**
 * Which files of a root are to be indexed, which changed since last time, and which are left out and why. Reads no
 * content except ignore files, unless hashes are asked for at once.
 */
import type { ContentHash, HashAlgorithm } from "../core/content-hash.ts";
import type { Problem } from "../core/errors.ts";
import { type FileStamp, isSameStamp } from "../core/file-stamp.ts";
import { comparePaths, dirname, displayPath, type RelPath } from "../core/rel-path.ts";
import { hasAddedLanguages, isAddedLanguage } from "../languages/detect.ts";
import { MAX_TEXT_BYTES, moreThan } from "./classify-content.ts";
import type { WORKSPACE_PROBLEMS } from "./errors.ts";
import { type ListedFile, listFiles } from "./list-files.ts";
import type { PathGlobs } from "./path-globs.ts";
import { type EntryStat, openRoot, type RootJail } from "./path-jail.ts";
import { type ReadRules, readSource } from "./read-source.ts";
import { readScanFilter, type ScanFilter } from "./scan-filter.ts";
import { PASSING_REASONS, type SkipReason } from "./skip-reasons.ts";
import { Spellings } from "./spellings.ts";
import { settledStamp } from "./stamps.ts";

export interface ScanOptions extends PathGlobs, ReadRules {
  /** `lazy`: files never seen have no hash until a worker reads them. `eager`: they are read and hashed here. */
  hash: "lazy" | "eager";
  /** Index folders that build tools fill, too. */
  includeBuildOutput?: boolean;
  /** Index what .gitignore leaves out, too. */
  includesIgnored?: boolean;
  /** Clock, for tests. */
  now?: () => number;
}

/** What the last generation knew; a view's files and skipped files have this shape. */
export interface PreviousScan {
  files: ReadonlyMap<RelPath, { hash: ContentHash; language: string; stamp: FileStamp | null }>;
  skipped: ReadonlyMap<RelPath, { reason: string; detail?: string; stamp: FileStamp | null }>;
}

export const NOTHING_BEFORE: PreviousScan = { files: new Map(), skipped: new Map() };

export interface ScannedFile {
  path: RelPath;
  /** null: changed or new, to be read and hashed. */
  hash: ContentHash | null;
  /** null: not to be believed next time. When `hash` is null, the reader's own stamp is the one to keep. */
  stamp: FileStamp | null;
  /** null: neither name nor last time tells; `classifyContent` will. */
  language: string | null;
  size: number;
  origin: "tracked" | "local";
}

export interface ScannedSkip {
  path: RelPath;
  reason: SkipReason;
  detail?: string;
  stamp: FileStamp | null;
}

export interface WorkspaceScan {
  /** Real path. */
  root: string;
  family: string;
  revision: string | null;
  hashAlgorithm: HashAlgorithm;
  /** Ascending by path. */
  files: ScannedFile[];
  /** Ascending by path. */
  skipped: ScannedSkip[];
  problems: Problem[];
  /** Git folders whose content decided what is listed. */
  gitFolders: string[];
}

export async function scanWorkspace(
  root: string,
  options: ScanOptions,
  previous: PreviousScan = NOTHING_BEFORE,
): Promise<WorkspaceScan> {
  const jail = openRoot(root);
  // Before any stat: a change after its stat then has a later time than this.
  const startedAt = (options.now ?? Date.now)();
  const ignoreFiles = [...ignoreFilesOf(previous)];
  const { includesIgnored = false } = options;
  let listing = await listFiles(jail, { ignoreFiles, includesIgnored });
  let present = statListed(jail, listing.files);
  if (present.repositories.length > 0) {
    listing = await listFiles(jail, { ignoreFiles, includesIgnored, replaced: present.repositories });
    present = statListed(jail, listing.files);
  }
  const filter = readScanFilter(jail, listing.files, options, listing.problems);
  const folders = new RealFolders(jail);
  const scan: WorkspaceScan = {
    root: jail.root,
    family: listing.family,
    revision: listing.revision,
    hashAlgorithm: listing.hashAlgorithm,
    files: [],
    skipped: [
      ...listing.unlisted.map(({ path, reason }) => ({ path, reason, stamp: null })),
      ...present.closed.map((path) => ({ path, reason: "unreadable" as const, stamp: null })),
    ],
    problems: listing.problems,
    gitFolders: listing.gitFolders,
  };
  const spellings = new Spellings(jail);
  for (const { path, origin, entry } of present.entries) {
    const twin = spellings.twinOf(path, entry.stamp.inode);
    if (twin !== null) {
      scan.skipped.push({
        path,
        reason: "same-file",
        detail: `indexed as ${displayPath(twin)}`,
        stamp: null,
      });
      scan.problems.push({
        code: "NAMES_COLLIDE" satisfies keyof typeof WORKSPACE_PROBLEMS,
        message: `${displayPath(path)} and ${displayPath(twin)} are one file on this volume`,
      });
      continue;
    }
    const known = judge({ path, origin, entry }, filter, folders, options, previous);
    const stamp = settledStamp(entry.stamp, startedAt);
    if ("reason" in known) scan.skipped.push(skipOf(path, known, stamp));
    else {
      const { hash, language } = known;
      scan.files.push({ path, hash, stamp, language, size: entry.stamp.size, origin });
    }
  }
  if (options.hash === "eager") readUnknown(jail, scan, options, startedAt);
  scan.files.sort((a, b) => comparePaths(a.path, b.path));
  scan.skipped.sort((a, b) => comparePaths(a.path, b.path));
  scan.problems = withLimit(scan.problems);
  return scan;
}

function* ignoreFilesOf(previous: PreviousScan): Generator<RelPath> {
  for (const path of previous.files.keys()) if (path.endsWith("/.gitignore")) yield path;
  for (const path of previous.skipped.keys()) if (path.endsWith("/.gitignore")) yield path;
}

interface PresentEntry extends ListedFile {
  entry: EntryStat;
}

/** What lies at the listed names; deleted files and those never checked out are left out. */
function statListed(jail: RootJail, listed: readonly ListedFile[]) {
  const entries: PresentEntry[] = [];
  /** In place of files: the files of other folders are listed by git, those of repositories are not. */
  const repositories: RelPath[] = [];
  /** In folders that the user may not enter: they may be there, so they are not taken for deleted. */
  const closed: RelPath[] = [];
  for (const { path, origin } of listed) {
    const entry = jail.stat(path);
    if (entry === null) {
      if (jail.isClosed(path)) closed.push(path);
      continue;
    }
    if (entry.kind !== "directory") entries.push({ path, origin, entry });
    else if (isRepository(jail, path)) repositories.push(path);
  }
  return { entries, repositories, closed };
}

function isRepository(jail: RootJail, path: RelPath): boolean {
  const folder = jail.list(path);
  return folder.ok && folder.hasGitEntry;
}

interface Skip {
  reason: SkipReason;
  detail?: string | undefined;
}

function skipOf(path: RelPath, { reason, detail }: Skip, stamp: FileStamp | null): ScannedSkip {
  const kept = PASSING_REASONS.has(reason) ? null : stamp;
  return detail === undefined ? { path, reason, stamp: kept } : { path, reason, detail, stamp: kept };
}

/** What is known of an entry without reading it. */
function judge(
  { path, origin, entry: { kind, stamp } }: PresentEntry,
  filter: ScanFilter,
  folders: RealFolders,
  options: ScanOptions,
  previous: PreviousScan,
): { hash: ContentHash | null; language: string | null } | Skip {
  const reason = filter.skipReason(path, origin);
  if (reason === "excluded") return { reason };
  if (kind === "symlink" || !folders.isReal(dirname(path))) return { reason: "symlink" };
  if (kind !== "file") return { reason: "not-a-file" };
  if (reason !== null) return { reason };
  const before = previous.files.get(path);
  if (before?.stamp && isSameStamp(before.stamp, stamp) && !hasOtherGrammar(path, before, options)) {
    return { hash: before.hash, language: before.language };
  }
  const language = options.detectLanguage(path);
  const skipped = previous.skipped.get(path);
  if (skipped?.stamp && isSameStamp(skipped.stamp, stamp) && isStillSkipped(skipped, language, options)) {
    return { reason: skipped.reason as SkipReason, detail: skipped.detail };
  }
  const limit = language === null ? MAX_TEXT_BYTES : options.maxBytes(language);
  if (stamp.size > limit) {
    const detail = `${stamp.size} bytes, more than ${limit}`;
    return { reason: language === null ? "no-language" : "too-large", detail };
  }
  return { hash: null, language };
}

/** A grammar was added or taken away for this file since it was read. */
function hasOtherGrammar(path: RelPath, before: { language: string }, options: ScanOptions): boolean {
  if (!hasAddedLanguages() && !isAddedLanguage(before.language)) return false;
  const named = options.detectLanguage(path);
  if (named === before.language) return false;
  return isAddedLanguage(before.language) || (named !== null && isAddedLanguage(named));
}

/** Only reasons that took a read are remembered; the others are decided afresh, so a changed option takes effect. */
function isStillSkipped(
  { reason, detail }: { reason: string; detail?: string },
  language: string | null,
  options: ScanOptions,
): boolean {
  if (reason === "generated") return options.includeGenerated !== true && language !== "graphql";
  if (reason === "too-many-lines") return detail?.endsWith(moreThan(options.maxLines)) ?? false;
  return reason === "binary" || reason === "minified";
}

/** Reads, classifies and hashes what is still unknown; moves what turns out not to be source to `skipped`. */
function readUnknown(jail: RootJail, scan: WorkspaceScan, options: ScanOptions, startedAt: number): void {
  scan.files = scan.files.filter((file) => {
    if (file.hash !== null) return true;
    const outcome = readSource(jail, file.path, file.language, scan.hashAlgorithm, options);
    if (!outcome.ok) {
      const { reason, detail } = outcome;
      if (reason !== "missing") scan.skipped.push(skipOf(file.path, { reason, detail }, file.stamp));
      return false;
    }
    file.hash = outcome.hash;
    file.language = outcome.language;
    file.size = outcome.bytes.length;
    file.stamp = settledStamp(outcome.stamp, startedAt);
    return true;
  });
}

/** Whether a folder and all above it are folders, not links. One lstat per folder instead of per file. */
class RealFolders {
  readonly #known = new Map<string, boolean>([["", true]]);
  readonly #jail: RootJail;

  constructor(jail: RootJail) {
    this.#jail = jail;
  }

  isReal(folder: string): boolean {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const isReal = this.isReal(dirname(folder)) && this.#jail.stat(folder as RelPath)?.kind === "directory";
    this.#known.set(folder, isReal);
    return isReal;
  }
}

const MAX_PROBLEMS = 200;

/** A hostile tree can have a problem per file; the rest is counted. */
function withLimit(problems: Problem[]): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const rest = problems.length - MAX_PROBLEMS;
  const last = problems[MAX_PROBLEMS]!;
  return [...problems.slice(0, MAX_PROBLEMS), { code: last.code, message: `and ${rest} more problems` }];
}
