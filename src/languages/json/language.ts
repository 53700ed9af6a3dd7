import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "json",
  label: "JSON",
  extensions: [".json", ".jsonc", ".json5", ".webmanifest", ".har", ".code-workspace"],
  filenames: [".babelrc", ".eslintrc", ".prettierrc", ".stylelintrc", ".swcrc", "composer.lock"],
  grammar: "json",
  query,
  role: "data",
  // Larger ones are data or lock files: nobody reads them to understand the code.
  limits: { maxBytes: 1_000_000 },
  scopeOf: () => "exported",
});
