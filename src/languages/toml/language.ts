import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "toml",
  label: "TOML",
  extensions: [".toml"],
  filenames: ["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
  grammar: "toml",
  query,
  role: "data",
  limits: { maxBytes: 1_000_000 },
  scopeOf: () => "exported",
});
