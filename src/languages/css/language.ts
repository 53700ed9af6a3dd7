import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "css",
  label: "CSS",
  extensions: [".css"],
  grammar: "css",
  query,
  role: "data",
  limits: { maxBytes: 1_000_000 },
  scopeOf: () => "exported",
});
