import type { BlobFacts } from "../../core/facts.ts";

/** `<Menu.Item>` takes Item from Menu. */
export function splitComponentPaths(facts: BlobFacts): void {
  for (const reference of facts.references) {
    const dot = reference.kind === "jsx" ? reference.name.lastIndexOf(".") : -1;
    if (dot < 0) continue;
    reference.receiver = reference.name.slice(0, dot);
    reference.position.column += dot + 1;
    reference.name = reference.name.slice(dot + 1);
  }
}
