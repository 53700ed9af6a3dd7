/** The tests that look at a change, each with the nearest and best proven way to it. */
import { TIERS, type Tier } from "../../core/edges.ts";
import { comparePaths, dirname } from "../../core/rel-path.ts";
import { isTestPath, testedStem } from "../../languages/test-paths.ts";
import type { ViewFile } from "../../storage/contract.ts";

export interface TestToRun {
  path: string;
  isChanged: boolean;
  /** Changed symbols and files that it uses, and the strongest proof of the nearest use; null when it only changed itself. */
  of: string[];
  tier: Tier | null;
  /** Uses between the test and the change: 1 for a direct one; null when it only changed itself or has but the name. */
  distance: number | null;
}

const MAX_TESTS_BY_NAME = 3;

export class TestsToRun {
  readonly #tests = new Map<string, TestToRun>();
  readonly #byStem = new Map<string, string[]>();

  constructor(files: readonly ViewFile[]) {
    for (const { path } of files) {
      if (!isTestPath(path)) continue;
      const key = stemKey(path);
      this.#byStem.set(key, [...(this.#byStem.get(key) ?? []), path]);
    }
  }

  has(path: string): boolean {
    return this.#tests.has(path);
  }

  addChanged(path: string): void {
    this.#testAt(path).isChanged = true;
  }

  add(path: string, tier: Tier, of: string, distance: number): void {
    const test = this.#testAt(path);
    if (!test.of.includes(of)) test.of.push(of);
    const isNearer = test.distance === null || distance < test.distance;
    const isAsNear = test.distance === distance;
    if (isNearer || (isAsNear && (test.tier === null || TIERS.indexOf(tier) < TIERS.indexOf(test.tier)))) {
      test.tier = tier;
      test.distance = distance;
    }
  }

  /** Tests that are called like the file: where a test needs no import, its name is all that ties it to what it tests. */
  addNamedLike(path: string): void {
    if (isTestPath(path)) return;
    const named = this.#byStem.get(stemKey(path)) ?? [];
    const beside = named.filter((other) => dirname(other) === dirname(path));
    // A name as common as `index` says nothing.
    for (const other of beside.length > 0 ? beside : named.length <= MAX_TESTS_BY_NAME ? named : []) {
      const test = this.#testAt(other);
      if (test.tier !== null) continue;
      test.tier = "heuristic";
      test.of.push(path);
    }
  }

  /** Nearest first, then by the strength of the proof; tests that only changed themselves last. */
  sorted(): TestToRun[] {
    return [...this.#tests.values()].sort(
      (a, b) => rankOf(a) - rankOf(b) || tierRank(a) - tierRank(b) || comparePaths(a.path, b.path),
    );
  }

  #testAt(path: string): TestToRun {
    let test = this.#tests.get(path);
    if (!test) {
      test = { path, isChanged: false, of: [], tier: null, distance: null };
      this.#tests.set(path, test);
    }
    return test;
  }
}

/** A test that is tied by its name alone stands behind all that are tied by uses. */
function rankOf({ distance, tier }: TestToRun): number {
  return distance ?? (tier === null ? Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER - 1);
}

function tierRank({ tier }: TestToRun): number {
  return tier === null ? TIERS.length : TIERS.indexOf(tier);
}

function stemKey(path: string): string {
  return `${testedStem(path)}${path.slice(path.lastIndexOf("."))}`;
}
