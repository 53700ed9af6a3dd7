// node .ci/unfinished.mjs REPORT: the test files whose process died before their tests had ended (vitest leaves these `pending`), a line each.
// Nothing where a test failed: that is an answer, and is not asked for again.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const report = JSON.parse(readFileSync(process.argv[2], "utf8") || "null");
if (report && report.numFailedTests === 0) {
  for (const { name, status, assertionResults } of report.testResults) {
    if (status === "passed" && assertionResults.some((test) => test.status === "pending"))
      console.log(relative(process.cwd(), name));
  }
}
