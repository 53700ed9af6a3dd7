import { basename } from "../core/rel-path.ts";

const TEST_FOLDER =
  /(?:^|\/)(?:__tests__|tests?|specs?|e2e|testing|test-suites?|testdata|[\w.-]+[.-](?:Tests?|tests?))\//;
const TEST_NAME =
  /(?:[.-](?:test|spec|e2e-spec|e2e|cy)\.[cm]?[jt]sx?$)|^test_.*\.py$|_test\.(?:py|go|rb|exs?|dart|c|cc|cpp|rs|lua|php)$|_spec\.(?:rb|lua|js|ts)$|(?:Test|Tests|TestCase|Spec|Specs|IT)\.(?:java|kt|kts|scala|groovy|cs|php|swift|m|cpp|cc|hs)$|^(?:conftest\.py|test\.(?:js|ts|rb|lua))$/;

/** By where the file lies and what it is called, as the test runners of its language find it. */
export function isTestPath(path: string): boolean {
  return TEST_NAME.test(basename(path)) || TEST_FOLDER.test(path);
}

const TEST_MARK =
  /^(?:test|tests|spec)[_-]|[._-](?:test|tests|spec|specs|e2e|cy)$|(?<=[a-z0-9])(?:Test|Tests|TestCase|Spec|Specs|IT)$/;

/** `tree_test.go` and `TreeTest.java` are about `tree`: the base name without extension and the mark of a test, in lower case. */
export function testedStem(path: string): string {
  const stem = basename(path).replace(/\.[cm]?[a-z]+$/i, "");
  return stem.replace(TEST_MARK, "").toLowerCase();
}
