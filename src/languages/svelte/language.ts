import { defineLanguage } from "../contract.ts";
import { splitComponentPaths } from "../html/component-references.ts";
import { scriptParts } from "../html/script-parts.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "svelte",
  label: "Svelte",
  extensions: [".svelte"],
  grammar: "svelte",
  query,
  literals: ECMASCRIPT_LITERALS,
  markup: { directives: null, holes: [["{", "}"]] },
  role: "code",
  fileIsComponent: true,
  family: JS_FAMILY,
  embedded: scriptParts,
  refine: splitComponentPaths,
});
