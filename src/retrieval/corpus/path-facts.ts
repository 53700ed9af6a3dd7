/** What a path alone says about a file: its words, its role, and what is held against it. */
import { stem, wordParts, wordTerms } from "../../core/terms.ts";
import { isExamplePath } from "../../languages/example-paths.ts";
import { isTestPath, isTestSupportPath } from "../../languages/test-paths.ts";

export const PATH_FLAGS = [
  "test",
  "vendor",
  "generated",
  "docs",
  "example",
  "legacy",
  "barrel",
  "config",
  "locale",
  "migration",
  "declaration",
  "benchmark",
] as const;
export type PathFlag = (typeof PATH_FLAGS)[number];

export interface PathFacts {
  /** Stemmed parts of the base name without extensions, in order. */
  stem: readonly string[];
  /** Base name without extensions and separators, lower case: `user-service.ts` → userservice. */
  stemJoined: string;
  /** Neighbouring parts of the base name as one word: `SubCommand.kt` → subcommand. */
  stemPairs: readonly string[];
  /** Stemmed parts of the directories. */
  directories: readonly string[];
  /** Neighbouring parts of one directory's name as one word. */
  directoryPairs: readonly string[];
  flags: ReadonlySet<PathFlag>;
  extension: string;
  depth: number;
}

const VENDOR =
  /(?:^|\/)(?:vendor|vendored|third[-_]?party|node_modules|bower_components|_vendor)(?=\/)|^(?:external|extern|deps)\//i;
const GENERATED =
  /(?:^|\/)(?:generated|__generated__|autogen|auto-generated|dist)(?=\/)|^(?:gen|build|out|target)\/|\.(?:g|gen|generated|pb|designer|min)\.[\w.]+$|_pb2?(?:_grpc)?\.\w+$|\.pb\.go$|_generated\.\w+$|(?:^|\/)zz_generated|\.snap$|-lock\.\w+$|\.lock$/i;
const DOCS =
  /(?:^|\/)(?:docs?|documentation|website|man|changelogs?|\.changeset|\.changelog)(?=\/)|\.(?:md|mdx|rst|adoc|txt)$/i;
/** `LICENSE-MIT`, `HISTORY`: capital letters and no extension; `LicenseService.cs` and `history.ts` are code. */
const DOCS_BY_NAME =
  /(?:^|\/)(?:CHANGE-?LOG|CHANGES|HISTORY|README|NEWS|AUTHORS|LICEN[CS]E|COPYING|NOTICE)(?:[-_][\w-]+)?(?:\.\d+)*$/;
const LEGACY =
  /(?:^|\/)(?:legacy|deprecated|obsolete|archived?|attic)(?=\/|\.|$)|[-_.](?:legacy|deprecated|obsolete|old)\.\w+$/i;
const BARREL =
  /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|lib\.rs|package-info\.java|exports?\.\w+|init\.lua|doc\.go)$/;
const CONFIG =
  /\.(?:json|ya?ml|toml|ini|cfg|conf|xml|csproj|props|targets|sln|gradle|properties|env|editorconfig|lock|hcl|tf|nix|neon|plist|svg|csv|po|pot|mo)$|(?:^|\/)(?:\.[\w-]+rc(?:\.\w+)?|[\w.-]*config\.[cm]?[jt]s|Makefile|CMakeLists\.txt|Dockerfile|Gemfile|Rakefile|setup\.(?:py|cfg)|package\.json)$|(?:^|\/)\.(?:github|circleci|vscode|changeset)(?=\/)/i;
const LOCALE = /(?:^|\/)(?:locales?|i18n|l10n|lang|langs|translations?|LC_MESSAGES)(?=\/)/i;
const MIGRATION = /(?:^|\/)(?:migrations?|migrate)(?=\/)/i;
const BENCHMARK =
  /(?:^|\/)(?:bench(?:marks?|es)?|perf|profiling|asv_bench(?:marks)?|[\w.]*\.?Benchmarks?|[\w.]*PerformanceTests)(?=\/)|(?:^|\/)bench[-_][^/]*$|[-_.]bench(?:mark)?\.\w+$/i;

const RULES: readonly [PathFlag, RegExp][] = [
  ["vendor", VENDOR],
  ["generated", GENERATED],
  ["docs", DOCS],
  ["docs", DOCS_BY_NAME],
  ["legacy", LEGACY],
  ["barrel", BARREL],
  ["config", CONFIG],
  ["locale", LOCALE],
  ["migration", MIGRATION],
  ["benchmark", BENCHMARK],
];

export function readPathFacts(path: string): PathFacts {
  const slash = path.lastIndexOf("/");
  const base = path.slice(slash + 1);
  const dot = base.indexOf(".", 1);
  const name = dot < 0 ? base : base.slice(0, dot);
  const inner =
    dot < 0
      ? ""
      : base
          .slice(dot + 1)
          .split(".")
          .slice(0, -1)
          .join(" ");
  const flags = new Set<PathFlag>();
  if (isTestPath(path) || isTestSupportPath(path)) flags.add("test");
  if (isExamplePath(path)) flags.add("example");
  for (const [flag, pattern] of RULES) if (pattern.test(path)) flags.add(flag);
  if (/\.d\.[cm]?ts$|\.pyi$/.test(path)) flags.add("declaration");
  return {
    stem: termsOf(`${name} ${inner}`),
    stemJoined: name.toLowerCase().replace(/[^a-z\d]/g, ""),
    stemPairs: pairsOf(name),
    directories: slash < 0 ? [] : termsOf(path.slice(0, slash)),
    directoryPairs: slash < 0 ? [] : path.slice(0, slash).split("/").flatMap(pairsOf),
    flags,
    extension: base.slice(base.lastIndexOf(".") + 1).toLowerCase(),
    depth: path.split("/").length - 1,
  };
}

function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.split(/[^A-Za-z\d\u0080-\uffff]+/)) {
    for (const term of partsOf(word)) if (!terms.includes(term)) terms.push(term);
  }
  return terms;
}

function pairsOf(name: string): string[] {
  const parts = name.split(/[^A-Za-z\d\u0080-\uffff]+/).flatMap(wordParts);
  return parts.slice(1).map((part, at) => stem((parts[at]! + part).toLowerCase()));
}

/** The parts of a word, without the whole that `wordTerms` puts before two or more parts. */
function partsOf(word: string): readonly string[] {
  if (word === "") return [];
  const terms = wordTerms(word);
  return terms.length > 1 ? terms.slice(1) : terms.length === 1 ? terms : [stem(word.toLowerCase())];
}

/** The base name a test file is about: `user.service.spec` → user.service, `test_models` → models; "" for other files. */
export function testedStem(path: string): string {
  const base = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const bare = base
    .replace(/[._-](?:test|spec|tests|specs|e2e|cy)$/i, "")
    .replace(/^tests?[._-]/i, "")
    .replace(/(?<=[a-z])(?:Tests?|TestCase|Spec|IT)$/, "");
  return bare === base ? "" : bare.toLowerCase().replace(/[^a-z\d]/g, "");
}
