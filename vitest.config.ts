import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      name: "scm-as-text",
      load: (id) =>
        id.endsWith(".scm") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : null,
    },
  ],
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: ["src/testing/ensure-parse-worker.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    reporters: process.env.CLEW_TEST_REPORT
      ? ["default", ["json", { outputFile: process.env.CLEW_TEST_REPORT }]]
      : ["default"],
  },
});
