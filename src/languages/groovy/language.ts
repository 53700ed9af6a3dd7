import { classTestFiles } from "../class-test-files.ts";
import { defineLanguage } from "../contract.ts";
import { JVM_FAMILY } from "../java/family.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "groovy",
  label: "Groovy",
  extensions: [".groovy", ".gradle"],
  filenames: ["Jenkinsfile"],
  shebangs: ["groovy"],
  role: "code",
  testFiles: classTestFiles("groovy"),
  family: JVM_FAMILY,
});
