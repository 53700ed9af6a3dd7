import type { BlobFacts } from "../../core/facts.ts";
import { defineLanguage } from "../contract.ts";
import { scriptParts } from "../html/script-parts.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "svelte",
  label: "Svelte",
  extensions: [".svelte"],
  grammar: "svelte",
  query,
  role: "code",
  embedded: scriptParts,
  refine: splitComponentPaths,
});

/** `<Menu.Item>` takes Item from Menu. */
function splitComponentPaths(facts: BlobFacts): void {
  for (const reference of facts.references) {
    const dot = reference.kind === "jsx" ? reference.name.lastIndexOf(".") : -1;
    if (dot < 0) continue;
    reference.receiver = reference.name.slice(0, dot);
    reference.position.column += dot + 1;
    reference.name = reference.name.slice(dot + 1);
  }
}
