import { defineLanguage, type EmbeddedPart } from "../contract.ts";
import { splitComponentPaths } from "../html/component-references.ts";
import { scriptParts } from "../html/script-parts.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "astro",
  label: "Astro",
  extensions: [".astro"],
  grammar: "astro",
  query,
  literals: ECMASCRIPT_LITERALS,
  markup: { directives: null, holes: [["{", "}"]] },
  role: "code",
  fileIsComponent: true,
  family: JS_FAMILY,
  embedded: astroParts,
  refine: splitComponentPaths,
});

const FRONT_MATTER = /^\s*---[ \t]*\r?\n([\s\S]*?)^---/m;

/** The block between dashes at the top is TypeScript, and so are plain scripts. */
function astroParts(source: string): EmbeddedPart[] {
  const front = FRONT_MATTER.exec(source);
  const isAtTop = front !== null && source.slice(0, front.index).trim() === "";
  const parts = scriptParts(source).map((part) => ({
    ...part,
    language: part.language === "javascript" ? "typescript" : part.language,
  }));
  if (!isAtTop || front[1]!.trim() === "") return parts;
  const end = front.index + front[0].length - "---".length;
  return [{ language: "typescript", start: end - front[1]!.length, end }, ...parts];
}
