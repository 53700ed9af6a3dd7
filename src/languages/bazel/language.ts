import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "bazel",
  label: "Bazel",
  extensions: [".bzl", ".bazel", ".star"],
  filenames: ["BUILD", "WORKSPACE", "Tiltfile"],
  role: "support",
});
