import { classTestFiles } from "../class-test-files.ts";
import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "objective-c",
  label: "Objective-C",
  extensions: [".m", ".mm"],
  role: "code",
  testFiles: classTestFiles("m"),
});
