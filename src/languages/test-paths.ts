/**
 * Which files are tests, by their paths alone. Two notions, for two uses:
 *
 * - `isTestPath`: the file belongs to the tests and to nothing else. What it uses counts as tested.
 * - `isTestSupportPath`: the file stands in for code, shows it or is called like a test, but no runner of its language
 *   takes it for one. What it uses does not count as tested; ranking keeps it behind the code, as it does with tests.
 */
import { basename } from "../core/rel-path.ts";
import { languageOfPath } from "./detect.ts";

/** Folders of tests. Names of a folder, without the slashes around them. */
const TEST_FOLDERS = [
  "__tests__|tests?|Tests|specs?|e2e|testing|testdata|test-suites?",
  // Projects called by what they test: `Shop.Tests`, `shop-tests`, `ShopTests` (Xcode).
  "[\\w.-]+[.-](?:Tests?|tests?)|\\w+Tests",
  // .NET: `Shop.UnitTests`, and what is qualified further: `Shop.IntegrationTests.Sql`.
  "[\\w.-]*\\.(?:Unit|Functional|Specification|Integration|Performance)?Tests?(?:\\.[\\w.]+)?",
  // Source sets of Gradle; `src/test` is a `test`.
  "androidTest|commonTest|jvmTest",
  "cypress",
];
const TEST_FOLDER = new RegExp(`(?:^|/)(?:${TEST_FOLDERS.join("|")})/`);

/**
 * Folders beside the tests. Mocks and fixtures are often shipped or generated code: mocks of Go packages, seeds of a
 * database; inside of a test folder they are tests by that. `test-utils`, `test_data`, `async_tests` hold helpers, data
 * and whole programs to be tested (`test-shrinker/src/main/` of gson) as often as tests.
 */
const SUPPORT_FOLDER =
  /(?:^|\/)(?:fixtures?|__fixtures__|mocks?|__mocks__|testutils?|tests?[-_][\w-]+|[\w-]+[-_]tests?)\//;

/**
 * Names of tests in whatever language. A language knows better (`testFiles`); for the others this is a good guess for
 * ranking and no ground for an edge. Stories and benchmarks exercise code without checking it.
 */
const SUPPORT_FILE =
  /(?:^|\/)(?:test_[^/]*|tests?|conftest|[^/]*[._-](?:test|spec|tests|specs|e2e|cy|stories|bench)|[^/]*(?:Test|Tests|TestCase|Spec|IT|TestBase|Fixture))\.[\w.]+$/;

/** By where the file lies, and by what the test runners of its language look for. */
export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || (languageOfPath(path)?.testFiles?.test(basename(path)) ?? false);
}

/** Rust keeps tests beside the code, in a module that is called so: `cart.rs#tests.adds_up`. */
export function isTestHandle(handle: string): boolean {
  return /\.rs#(?:\w+\.)*tests?\./.test(handle);
}

export function isTestSupportPath(path: string): boolean {
  return SUPPORT_FOLDER.test(path) || SUPPORT_FILE.test(path);
}

const TEST_MARK =
  /^(?:test|tests|spec)[_-]|[._-](?:test|tests|spec|specs|e2e|cy)$|(?<=[a-z0-9])(?:Test|Tests|TestCase|Spec|Specs|IT)$/;

/** `tree_test.go` and `TreeTest.java` are about `tree`: the base name without extension and the mark of a test, in lower case. */
export function testedStem(path: string): string {
  const stem = basename(path).replace(/\.[cm]?[a-z]+$/i, "");
  return stem.replace(TEST_MARK, "").toLowerCase();
}
