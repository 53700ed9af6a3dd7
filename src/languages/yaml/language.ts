import type { BlobFacts } from "../../core/facts.ts";
import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "yaml",
  label: "YAML",
  aliases: ["yml"],
  extensions: [".yaml", ".yml"],
  filenames: [".clang-format", ".clang-tidy", ".clangd", ".gemrc"],
  grammar: "yaml",
  query,
  role: "data",
  limits: { maxBytes: 1_000_000 },
  scopeOf: () => "exported",
  refine: describeObjects,
});

/** A Kubernetes object reads as `kind: Service, name: web` instead of as its first lines. */
function describeObjects(facts: BlobFacts): void {
  for (const { parent, name, signature } of facts.symbols) {
    const object = facts.symbols[parent];
    if (object && object.parent < 0 && name === "kind")
      object.signature = `${signature}, name: ${object.name}`;
  }
}
