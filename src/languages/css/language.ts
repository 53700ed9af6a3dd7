import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "css",
  label: "CSS",
  extensions: [".css"],
  grammar: "css",
  query,
  role: "data",
  // Larger ones are built from other files.
  limits: { maxBytes: 300_000 },
  scopeOf: () => "exported",
});
