import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Tests that take four seconds or more each: `npm run test:long`, and CI, run them beside the others. */
const LONG = [
  "src/parsing/languages.test.ts",
  "src/parsing/pool.test.ts",
  "src/semantics/typescript/service.test.ts",
  "src/supervision/orphans.test.ts",
  "src/supervision/service.test.ts",
  "src/watching/tree-watcher.test.ts",
  "tests/hostile/tool-arguments.test.ts",
  "tests/hostile/every-command.test.ts",
  "tests/hostile/typescript.test.ts",
  "tests/incremental-equals-full.test.ts",
  "tests/warm-equals-fresh.test.ts",
  "tests/golden/answers.test.ts",
  "tests/golden/query-fuzzing.test.ts",
  "tests/linking/known-by-what-they-show.test.ts",
  "tests/linking/languages.test.ts",
  "tests/e2e/answers-budget.test.ts",
  "tests/e2e/embedding-providers.test.ts",
  "tests/e2e/http-guards.test.ts",
  "tests/e2e/install.test.ts",
  "tests/e2e/little-memory.test.ts",
  "tests/e2e/mcp.test.ts",
  "tests/e2e/page-guards.test.ts",
  "tests/e2e/serve.test.ts",
  "tests/e2e/stdio-process.test.ts",
  "tests/e2e/transports.test.ts",
  "tests/e2e/worktrees.test.ts",
  "tests/web/page.test.ts",
  "tests/e2e/watching.test.ts",
  "tests/e2e/warm-semantics.test.ts",
];
const isLong = process.env.CLEW_TESTS === "long";

export default defineConfig({
  plugins: [
    {
      name: "scm-as-text",
      load: (id) =>
        id.endsWith(".scm") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : null,
    },
  ],
  test: {
    include: isLong ? LONG : ["src/**/*.test.ts", "tests/**/*.test.ts"],
    // A file that is named on the command line runs in either case.
    exclude: isLong || process.argv.some((argument) => argument.endsWith(".test.ts")) ? [] : LONG,
    maxWorkers: 2,
    globalSetup: ["src/testing/ensure-parse-worker.ts"],
    // Far more than any test takes, so that none fails because the machine is busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: "forks",
    reporters: process.env.CLEW_TEST_REPORT
      ? ["default", ["json", { outputFile: process.env.CLEW_TEST_REPORT }]]
      : ["default"],
  },
});
