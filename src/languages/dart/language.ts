import { defineLanguage } from "../contract.ts";
import { DART_FAMILY } from "./family.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "dart",
  label: "Dart",
  extensions: [".dart"],
  shebangs: ["dart"],
  role: "code",
  testFiles: /_test\.dart$/,
  typeBounds: "extends",
  family: DART_FAMILY,
});
