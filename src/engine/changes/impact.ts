/** Who is touched by a change: users of the changed symbols, what it breaks, tests to run. */
import { type Edge, type EdgeKind, type Handle, handleOf, TIERS, type Tier } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { isTestPath } from "../../languages/test-paths.ts";
import type { SourceReader } from "../../navigation/accounting/contract.ts";
import type { Via } from "../../navigation/neighbours.ts";
import { type TraceRow, traceSymbols } from "../../navigation/trace.ts";
import type { EdgeSite, ViewReader } from "../../storage/contract.ts";
import { type BrokenUse, findBrokenUses } from "./broken-uses.ts";
import type { ChangedFile, ChangedSymbol, Changes } from "./find-changes.ts";
import { Kin } from "./kin.ts";
import type { LinkStore } from "./links-in-state.ts";
import { type Origin, type Reached, reachFrom } from "./reach.ts";
import { TestsToRun, type TestToRun } from "./tests-to-run.ts";
import { isAt, touchedContracts } from "./touched-contracts.ts";
import { type AccountedUses, accountForChanged, type UndecidedUse } from "./undecided-uses.ts";

export type { TestToRun } from "./tests-to-run.ts";

export interface AffectedUse {
  handle: Handle;
  /** File of the use, and its lines. */
  site: string;
  lines: number[];
  kind: EdgeKind;
  tier: Tier;
  /** Qualified name of the changed symbol, or path of the changed file. */
  of: string;
  /** Uses between the change and this: 1 for a direct one. */
  distance: number;
  /** Set when it reaches the change through a declaration, a hierarchy or a contract such as a route. */
  via?: Via | "contract";
  through?: string;
  /** It calls nothing: it declares what the changed member implements, or implements the same declaration beside it. */
  kin?: "declares" | "implements the same as";
}

export interface Impact {
  /** Direct users of each changed symbol; the key is its handle. Imports and tests are not among them. */
  usesOf: Map<Handle, AffectedUse[]>;
  /** Uses outside the changed symbols and the tests; near before far, mere imports last, strongest first. */
  affected: AffectedUse[];
  broken: BrokenUse[];
  /** False when the states are too far from the index to look for what is broken. */
  isBrokenLookedFor: boolean;
  tests: TestToRun[];
  /** Occurrences of names that are declared anew which may mean them; most likely first. */
  undecided: UndecidedUse[];
  /** Changed symbols whose users were not looked up. */
  notTraced: number;
  /** Symbols declared anew whose names were not looked for everywhere. */
  notAccounted: number;
  /** False when more depends on the change than was followed. */
  isWhole: boolean;
}

export interface ImpactParts {
  reader: ViewReader;
  store: LinkStore;
  signal: AbortSignal;
  /** Texts of the working tree. */
  sources: SourceReader;
}

/** A change of more symbols is a rewrite: what it touches cannot be read anyway. */
const MAX_TRACED = 400;
const MAX_USES = 200;
/** Tests are found through so many uses. */
const TEST_DEPTH = 4;

const USERS = { relation: "dependents", depth: 1, minTier: "heuristic", limit: MAX_USES } as const;

/** `depth`: users further away are not named as affected. */
export async function traceImpact(parts: ImpactParts, changes: Changes, depth: number): Promise<Impact> {
  const { reader } = parts;
  const tests = new TestsToRun(await reader.files());
  const usesOf = new Map<Handle, AffectedUse[]>();
  const fileUses: AffectedUse[] = [];
  const { rowsOf, notTraced } = await usersOfSymbols(reader, changes.files);
  const importers = await reader.edges(
    "into",
    changes.files.map(({ path }) => handleOf(path)),
    ["imports", "tests"],
  );
  for (const [at, file] of changes.files.entries()) {
    if (isTestPath(file.path) && file.status !== "deleted") tests.addChanged(file.path);
    for (const changed of file.symbols) {
      const rows = rowsOf.get(changed);
      if (rows) usesOf.set(handleOf(file.path, changed.symbol), usesAmong(rows, file, changed, tests));
    }
    fileUses.push(...usesOfFile(importers[at]!, file, tests));
    const isTouched = file.symbols.length + file.removed.length + file.topLevel.length > 0;
    if (isTouched) tests.addNamedLike(file.path);
  }
  const { broken, isLookedFor } = await findBrokenUses(parts, changes.compared, changes.files);
  const changed = new Set(usesOf.keys());
  const accounted = await accountedUses(parts, changes);
  for (const use of accounted.named) if (isTestPath(use.site)) tests.add(use.site, use.tier, use.of, 1);
  const direct = [
    ...[...usesOf.values()].flat(),
    ...accounted.named,
    ...fileUses,
    ...(await contractUses(reader, changes)),
  ];
  const further = await furtherUses(reader, changed, direct, broken, tests, depth);
  const all = [...direct, ...further.uses].filter(
    (use) => !changed.has(use.handle) && !tests.has(use.site) && !isTestPath(use.site),
  );
  return {
    usesOf,
    affected: all.sort(compareUses),
    broken,
    isBrokenLookedFor: isLookedFor,
    tests: tests.sorted(),
    undecided: accounted.undecided,
    notTraced,
    notAccounted: accounted.notAccounted,
    isWhole: further.isWhole,
  };
}

/** The texts are those of the working tree: of other states nothing is looked for. */
function accountedUses(
  { reader, sources }: ImpactParts,
  { files, compared }: Changes,
): Promise<AccountedUses> {
  const isWorking = compared.after === compared.working;
  return accountForChanged(reader, sources, isWorking ? reshapedIn(files) : []);
}

function reshapedIn(files: readonly ChangedFile[]): ChangedSymbol[] {
  return files.flatMap(({ symbols }) => symbols.filter(({ change }) => change === "signature"));
}

/** What leads to each changed symbol, and what has to follow it. */
interface UserRows {
  users: readonly TraceRow[];
  following: readonly AffectedUse[];
}

/** All are asked about at once; `notTraced` counts those beyond the bound. */
async function usersOfSymbols(
  reader: ViewReader,
  files: readonly ChangedFile[],
): Promise<{ rowsOf: Map<ChangedSymbol, UserRows>; notTraced: number }> {
  const handles = new Set<Handle>();
  const traced: ChangedSymbol[] = [];
  let notTraced = 0;
  for (const { path, symbols } of files)
    for (const changed of symbols) {
      if (handles.size >= MAX_TRACED) notTraced += 1;
      else {
        handles.add(handleOf(path, changed.symbol));
        traced.push(changed);
      }
    }
  // Whoever promises or overrides what has another signature now has to follow.
  const kin = new Kin(reader);
  const following = new Map<ChangedSymbol, AffectedUse[]>();
  for (const changed of traced)
    if (changed.change === "signature") following.set(changed, await kin.of(changed));
  const users = await traceSymbols(
    reader,
    traced.map(({ group }) => group),
    USERS,
  );
  const rowsOf = new Map(
    traced.map((changed, at) => [
      changed,
      { users: users[at]!.rows, following: following.get(changed) ?? [] },
    ]),
  );
  return { rowsOf, notTraced };
}

function usesAmong(
  { users, following }: UserRows,
  file: ChangedFile,
  { group }: ChangedSymbol,
  tests: TestsToRun,
): AffectedUse[] {
  for (const row of users) {
    if (row.site !== file.path && (row.kind === "tests" || isTestPath(row.site)))
      tests.add(row.site, row.tier, group.qualifiedName, 1);
  }
  const uses = users.filter((row) => isUse(row.kind)).map((row) => useOf(row, group.qualifiedName));
  return [...uses, ...following];
}

/** Users of users, and the tests that reach the change through them or through what is broken. */
async function furtherUses(
  reader: ViewReader,
  changed: ReadonlySet<Handle>,
  direct: readonly AffectedUse[],
  broken: readonly BrokenUse[],
  tests: TestsToRun,
  depth: number,
): Promise<{ uses: AffectedUse[]; isWhole: boolean }> {
  const origins = new Map<Handle, Origin>();
  for (const { handle, kind, of } of direct) if (isUse(kind)) origins.set(handle, { handle, of });
  for (const handle of changed) origins.delete(handle);
  const brokenOrigins = new Map<Handle, Origin>();
  for (const { from, name, tier } of broken) {
    if (isTestPath(pathOfHandle(from))) tests.add(pathOfHandle(from), tier, name, 1);
    else brokenOrigins.set(from, { handle: from, of: nameIn(from) });
  }
  const further = await reachFrom(reader, [...origins.values()], TEST_DEPTH - 1);
  // What is broken in a function is told by those who use the function, before those who import its file.
  const symbolsFirst = [...brokenOrigins.values()].sort(
    (a, b) => Number(isFile(a.handle)) - Number(isFile(b.handle)),
  );
  const ofBroken = await reachFrom(reader, symbolsFirst, TEST_DEPTH - 1);
  for (const { site, tier, of, distance } of further.reached)
    if (isTestPath(site)) tests.add(site, tier, of, distance + 1);
  for (const { site, tier, of, distance } of ofBroken.reached)
    if (isTestPath(site)) tests.add(site, tier, of, distance);
  return {
    uses: further.reached
      .filter(({ distance, kind }) => distance < depth && isUse(kind))
      .map((row) => useOf(row, row.of, row.distance + 1)),
    isWhole: further.isWhole && ofBroken.isWhole,
  };
}

function isFile(handle: Handle): boolean {
  return handle === (pathOfHandle(handle) as string);
}

function nameIn(handle: Handle): string {
  return isFile(handle) ? handle : handle.slice(pathOfHandle(handle).length + 1);
}

function isUse(kind: EdgeKind): boolean {
  return kind !== "imports" && kind !== "tests";
}

function useOf(
  { handle, site, lines, kind, tier, via, through }: TraceRow | Reached,
  of: string,
  distance = 1,
): AffectedUse {
  return { handle, site, lines, kind, tier, of, distance, ...(via && { via }), ...(through && { through }) };
}

/** Tests that import the file; and its other importers when lines outside any symbol changed. */
function usesOfFile(importers: readonly EdgeSite[], file: ChangedFile, tests: TestsToRun): AffectedUse[] {
  const uses: AffectedUse[] = [];
  for (const { edge } of importers) {
    const site = pathOfHandle(edge.from);
    if (edge.kind === "tests" || isTestPath(site)) tests.add(site, edge.tier, file.path, 1);
    else if (file.topLevel.length > 0 && file.status !== "added") uses.push(useOfFile(edge, site, file.path));
  }
  return uses;
}

function useOfFile({ from, lines, kind, tier }: Edge, site: string, of: string): AffectedUse {
  return { handle: from, site, lines, kind, tier, of, distance: 1 };
}

/** Who needs what a changed symbol offers under a key. */
async function contractUses(reader: ViewReader, { files }: Changes): Promise<AffectedUse[]> {
  const changed = files.flatMap((file) => [
    ...file.symbols.map(({ symbol, group }) => ({
      handle: handleOf(file.path, symbol),
      of: group.qualifiedName,
    })),
    ...(file.topLevel.length > 0 ? [{ handle: handleOf(file.path), of: file.path as string }] : []),
  ]);
  const originOf = (place: Handle) => changed.find(({ handle }) => isAt(place, handle));
  const touched = await touchedContracts(
    reader,
    new Set(files.map(({ path }) => path as string)),
    ({ place }) => originOf(place.handle) !== undefined,
  );
  return touched.flatMap(({ offer, needs }) =>
    needs.map(
      (need): AffectedUse => ({
        handle: need.place.handle,
        site: pathOfHandle(need.place.handle),
        lines: [need.place.span.startLine],
        kind: "references",
        tier: need.tier,
        of: originOf(offer.place.handle)!.of,
        distance: 1,
        via: "contract",
        through: `${offer.kind} ${offer.key}`,
      }),
    ),
  );
}

function compareUses(a: AffectedUse, b: AffectedUse): number {
  return (
    Number(isUse(b.kind)) - Number(isUse(a.kind)) ||
    a.distance - b.distance ||
    TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
    comparePaths(a.handle, b.handle) ||
    comparePaths(a.of, b.of) ||
    comparePaths(a.kind, b.kind)
  );
}
