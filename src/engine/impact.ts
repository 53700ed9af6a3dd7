/** Who is touched by a change: users of the changed symbols, uses of removed names, tests to run. */
import { type Edge, type EdgeKind, type Handle, handleOf, TIERS, type Tier } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { comparePaths, dirname } from "../core/rel-path.ts";
import { isTestPath, testedStem } from "../languages/test-paths.ts";
import { type TraceRow, traceSymbol } from "../navigation/trace.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";
import { type BrokenUse, findBrokenUses } from "./broken-uses.ts";
import type { ChangedFile, Changes } from "./changes.ts";

export interface AffectedUse {
  handle: Handle;
  /** File of the use, and its lines. */
  site: string;
  lines: number[];
  kind: EdgeKind;
  tier: Tier;
  /** Qualified name of the changed symbol, or path of the changed file. */
  of: string;
}

export interface TestToRun {
  path: string;
  isChanged: boolean;
  /** Changed symbols and files that it uses, and the strongest proof of that; null when it only changed itself. */
  of: string[];
  tier: Tier | null;
}

export interface Impact {
  /** Direct users of each changed symbol; the key is its handle. Imports and tests are not among them. */
  usesOf: Map<Handle, AffectedUse[]>;
  /** Uses outside the changed symbols and the tests, one per user and kind; mere imports last, strongest first. */
  affected: AffectedUse[];
  broken: BrokenUse[];
  tests: TestToRun[];
  /** Changed symbols whose users were not looked up. */
  notTraced: number;
}

/** A change of more symbols is a rewrite: what it touches cannot be read anyway. */
const MAX_TRACED = 400;
const MAX_USES = 200;

export async function traceImpact(reader: ViewReader, changes: Changes): Promise<Impact> {
  const tests = new Map<string, TestToRun>();
  const usesOf = new Map<Handle, AffectedUse[]>();
  const fileUses: AffectedUse[] = [];
  const testsByStem = groupTests(await reader.files());
  let notTraced = 0;
  for (const file of changes.files) {
    if (isTestPath(file.path) && file.status !== "deleted") testOf(tests, file.path).isChanged = true;
    for (const { group, symbol } of file.symbols) {
      const handle = handleOf(file.path, symbol);
      if (usesOf.size >= MAX_TRACED) {
        notTraced += 1;
        continue;
      }
      const options = { relation: "dependents", depth: 1, minTier: "heuristic", limit: MAX_USES } as const;
      const { rows } = await traceSymbol(reader, group, options);
      for (const row of rows) {
        if (row.site !== file.path && (row.kind === "tests" || isTestPath(row.site)))
          addTest(tests, row.site, row.tier, group.qualifiedName);
      }
      usesOf.set(
        handle,
        rows.filter((row) => isUse(row.kind)).map((row) => useOf(row, group.qualifiedName)),
      );
    }
    fileUses.push(...(await usesOfFile(reader, file, tests)));
    const isTouched = file.symbols.length + file.removed.length + file.topLevel.length > 0;
    for (const path of isTouched ? testsNamedLike(file.path, testsByStem) : [])
      if (!tests.get(path)?.tier) addTest(tests, path, "heuristic", file.path);
  }
  const broken = await findBrokenUses(reader, changes.files);
  await addTestsOfBroken(reader, broken, tests);
  const changed = new Set(usesOf.keys());
  const all = [...[...usesOf.values()].flat(), ...fileUses].filter(
    (use) => !changed.has(use.handle) && !tests.has(use.site),
  );
  return {
    usesOf,
    affected: all.sort(compareUses),
    broken,
    tests: [...tests.values()].sort((a, b) => testRank(a) - testRank(b) || comparePaths(a.path, b.path)),
    notTraced,
  };
}

const MAX_BROKEN_TRACED = 100;

/** A removed name has no users in the index any more: those who use it in vain are tested by their own tests. */
async function addTestsOfBroken(
  reader: ViewReader,
  broken: readonly BrokenUse[],
  tests: Map<string, TestToRun>,
): Promise<void> {
  const traced = broken.slice(0, MAX_BROKEN_TRACED).map(({ from }) => ({ from, path: pathOfHandle(from) }));
  const ofSymbols = await reader.edges(
    "into",
    traced.map(({ from }) => from),
    TESTING,
  );
  const ofFiles = await reader.edges(
    "into",
    traced.map(({ path }) => handleOf(path)),
    ["imports", "tests"],
  );
  for (const [at, { from, path }] of traced.entries()) {
    const name = from === handleOf(path) ? path : from.slice(path.length + 1);
    if (isTestPath(path)) addTest(tests, path, "heuristic", name);
    const found = ofSymbols[at]!.filter(({ edge }) => isFromTest(edge));
    const inFile = found.length > 0 ? [] : ofFiles[at]!;
    for (const { edge } of [...found, ...inFile])
      if (isFromTest(edge)) addTest(tests, pathOfHandle(edge.from), edge.tier, name);
  }
}

const TESTING: readonly EdgeKind[] = ["calls", "references", "tests"];

function isFromTest({ kind, from }: Edge): boolean {
  return kind === "tests" || isTestPath(pathOfHandle(from));
}

const MAX_TESTS_BY_NAME = 3;

/** Stem and extension → the test files called so. */
function groupTests(files: readonly ViewFile[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path } of files) {
    if (!isTestPath(path)) continue;
    const key = stemKey(path);
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return groups;
}

function stemKey(path: string): string {
  return `${testedStem(path)}${path.slice(path.lastIndexOf("."))}`;
}

/** Tests that are called like the file: where a test needs no import, its name is all that ties it to what it tests. */
function testsNamedLike(
  path: string,
  testsByStem: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (isTestPath(path)) return [];
  const named = testsByStem.get(stemKey(path)) ?? [];
  const beside = named.filter((other) => dirname(other) === dirname(path));
  // A name as common as `index` says nothing.
  return beside.length > 0 ? beside : named.length <= MAX_TESTS_BY_NAME ? named : [];
}

function isUse(kind: EdgeKind): boolean {
  return kind !== "imports" && kind !== "tests";
}

function useOf({ handle, site, lines, kind, tier }: TraceRow, of: string): AffectedUse {
  return { handle, site, lines, kind, tier, of };
}

/** Tests that import the file; and its other importers when lines outside any symbol changed. */
async function usesOfFile(
  reader: ViewReader,
  file: ChangedFile,
  tests: Map<string, TestToRun>,
): Promise<AffectedUse[]> {
  const uses: AffectedUse[] = [];
  const [sites] = await reader.edges("into", [handleOf(file.path)], ["imports", "tests"]);
  for (const { edge } of sites!) {
    const site = pathOfHandle(edge.from);
    if (edge.kind === "tests" || isTestPath(site)) addTest(tests, site, edge.tier, file.path);
    else if (file.topLevel.length > 0 && file.status !== "added")
      uses.push({
        handle: edge.from,
        site,
        lines: edge.lines,
        kind: edge.kind,
        tier: edge.tier,
        of: file.path,
      });
  }
  return uses;
}

function testOf(tests: Map<string, TestToRun>, path: string): TestToRun {
  let test = tests.get(path);
  if (!test) {
    test = { path, isChanged: false, of: [], tier: null };
    tests.set(path, test);
  }
  return test;
}

function addTest(tests: Map<string, TestToRun>, path: string, tier: Tier, of: string): void {
  const test = testOf(tests, path);
  if (!test.of.includes(of)) test.of.push(of);
  if (test.tier === null || TIERS.indexOf(tier) < TIERS.indexOf(test.tier)) test.tier = tier;
}

/** Tests of the change before tests that only changed; the strongest proof first. */
function testRank({ tier }: TestToRun): number {
  return tier === null ? TIERS.length : TIERS.indexOf(tier);
}

function compareUses(a: AffectedUse, b: AffectedUse): number {
  return (
    Number(isUse(b.kind)) - Number(isUse(a.kind)) ||
    TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
    comparePaths(a.handle, b.handle) ||
    comparePaths(a.of, b.of) ||
    comparePaths(a.kind, b.kind)
  );
}
