import type { BlobFacts } from "../../core/facts.ts";
import { defineLanguage } from "../contract.ts";
import { scriptParts } from "../html/script-parts.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "vue",
  label: "Vue",
  extensions: [".vue"],
  grammar: "vue",
  query,
  literals: ECMASCRIPT_LITERALS,
  markup: { directives: /^(?:v-|[:@#])/, holes: [["{{", "}}"]] },
  role: "code",
  fileIsComponent: true,
  family: JS_FAMILY,
  embedded: scriptParts,
  refine: nameComponents,
});

/** `<user-card>` in a template is the component that the script calls UserCard. */
function nameComponents(facts: BlobFacts): void {
  for (const reference of facts.references) {
    if (reference.kind !== "jsx" || !reference.name.includes("-")) continue;
    reference.name = reference.name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  }
}
