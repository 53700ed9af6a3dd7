/** What an update tells of identity: files that were renamed, and symbols that go on elsewhere. */
import { type Handle, handleOf } from "../../core/edges.ts";
import type { BlobFacts } from "../../core/facts.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import type { BlobId, Move, MoveReason, RecordStore } from "../../storage/contract.ts";
import type { Rename } from "../plan.ts";
import type { FoundMoves } from "./journal.ts";
import { featuresOfFile, featuresOfSymbols, likeness, SAME_FROM } from "./likeness.ts";
import { type FileWithFacts, matchSymbols } from "./match-symbols.ts";

/** A larger change is a merge or another branch: only whole files are followed through it. */
const MAX_FILES = 200;

export interface PlacedBlob {
  path: RelPath;
  blob: BlobId;
}

export interface FindMovesInput {
  store: Pick<RecordStore, "readFactsForLinking" | "readOutwardFacts">;
  /** Files that are gone or have another content, as they were. */
  before: readonly PlacedBlob[];
  /** Files that are new or have another content. */
  after: readonly PlacedBlob[];
  /** Files that lie elsewhere with the same content. */
  renames: readonly Rename[];
  /** Files that git says were renamed; asked when some are gone and others are new. */
  gitRenames: () => Promise<readonly Rename[]>;
  now: number;
}

export async function findMoves(input: FindMovesInput): Promise<FoundMoves> {
  const { renames, now } = input;
  const isFollowed = new Set(renames.flatMap(({ from, to }) => [from, to]));
  const moves = renames.map((rename) => fileMove(rename, "same content", now));
  const before = input.before.filter(({ path }) => !isFollowed.has(path));
  const after = input.after.filter(({ path }) => !isFollowed.has(path));
  if (before.length === 0 || before.length + after.length > MAX_FILES) return { moves, ended: new Set() };
  const gone = except(before, after);
  const fresh = except(after, before);
  const byGit = gone.length > 0 && fresh.length > 0 ? await gitPairs(input, gone, fresh) : [];
  if (gone.length === 0 && !(await losesNames(input.store, before, after)))
    return { moves, ended: new Set() };
  const [then, today] = [await readFacts(input.store, before), await readFacts(input.store, after)];
  const similar = similarFiles(pick(then, gone, byGit, "from"), pick(today, fresh, byGit, "to"));
  moves.push(...byGit.map((rename) => fileMove(rename, "git rename", now)));
  moves.push(...similar.map((rename) => fileMove(rename, "similar text", now)));
  const pathNow = new Map([...byGit, ...similar].map(({ from, to }) => [from, to]));
  const matched = matchSymbols(then, today, (path) => pathNow.get(path) ?? path);
  for (const { from, to } of matched.pairs) {
    const [old, place] = [handleOf(from.path, from.symbol), handleOf(to.path, to.symbol)];
    moves.push({ from: old, to: place, reason: "similar text", at: now });
  }
  const ended = new Set<Handle>(matched.ended.map(({ path, symbol }) => handleOf(path, symbol)));
  for (const { path } of gone) if (!pathNow.has(path)) ended.add(handleOf(path));
  return { moves, ended };
}

function fileMove({ from, to }: Rename, reason: MoveReason, at: number): Move {
  return { from: handleOf(from), to: handleOf(to), reason, at };
}

function except(files: readonly PlacedBlob[], others: readonly PlacedBlob[]): PlacedBlob[] {
  const paths = new Set(others.map(({ path }) => path));
  return files.filter(({ path }) => !paths.has(path));
}

async function gitPairs(
  { gitRenames }: FindMovesInput,
  gone: readonly PlacedBlob[],
  fresh: readonly PlacedBlob[],
): Promise<Rename[]> {
  const [from, to] = [gone, fresh].map((files) => new Set(files.map(({ path }) => path)));
  return (await gitRenames()).filter((rename) => from!.has(rename.from) && to!.has(rename.to));
}

/** Cheap, for the edit that only changes bodies or adds names. */
async function losesNames(
  store: FindMovesInput["store"],
  before: readonly PlacedBlob[],
  after: readonly PlacedBlob[],
): Promise<boolean> {
  const read = await store.readOutwardFacts([...before, ...after].map(({ blob }) => blob));
  const now = new Map(after.map(({ path, blob }) => [path, blob]));
  return before.some(({ path, blob }) => {
    const names = new Set(read(now.get(path)!).symbols.map(({ qualifiedName }) => qualifiedName));
    return read(blob).symbols.some(
      ({ qualifiedName, scope }) => scope !== "local" && !names.has(qualifiedName),
    );
  });
}

async function readFacts(
  store: FindMovesInput["store"],
  files: readonly PlacedBlob[],
): Promise<FileWithFacts[]> {
  const facts = new Map<BlobId, BlobFacts>();
  const blobs = [...new Set(files.map(({ blob }) => blob))];
  for await (const read of store.readFactsForLinking(blobs)) facts.set(read.blob, read.facts);
  return files.flatMap(({ path, blob }) => {
    const read = facts.get(blob);
    return read ? [{ path, facts: read }] : [];
  });
}

function pick(
  files: readonly FileWithFacts[],
  wanted: readonly PlacedBlob[],
  taken: readonly Rename[],
  side: "from" | "to",
): FileWithFacts[] {
  const paths = new Set(wanted.map(({ path }) => path));
  for (const rename of taken) paths.delete(rename[side]);
  return files.filter(({ path }) => paths.has(path));
}

/** Files that are alike enough, where neither side has another partner as good. */
function similarFiles(gone: readonly FileWithFacts[], fresh: readonly FileWithFacts[]): Rename[] {
  const features = ({ facts }: FileWithFacts) => featuresOfFile(facts, featuresOfSymbols(facts));
  const [old, young] = [gone.map(features), fresh.map(features)];
  const scores = old.map((a) => young.map((b) => likeness(a, b)));
  const renames: Rename[] = [];
  for (const [at, row] of scores.entries()) {
    const best = Math.max(0, ...row);
    const places = row.flatMap((score, place) => (score === best ? [place] : []));
    const [place] = places;
    if (best < SAME_FROM || places.length > 1) continue;
    const rivals = scores.filter((other) => other[place!]! >= best);
    if (rivals.length === 1) renames.push({ from: gone[at]!.path, to: fresh[place!]!.path });
  }
  return renames.sort((a, b) => comparePaths(a.from, b.from));
}
