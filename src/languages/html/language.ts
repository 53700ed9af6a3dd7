import { defineLanguage } from "../contract.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import { scriptParts } from "./script-parts.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "html",
  label: "HTML",
  extensions: [".html", ".htm", ".xhtml"],
  grammar: "html",
  query,
  literals: ECMASCRIPT_LITERALS,
  // Templates of Angular, Vue, Django and their like.
  markup: {
    directives: /^(?:v-|[:@#*([])/,
    holes: [
      ["{{", "}}"],
      ["{%", "%}"],
    ],
  },
  role: "docs",
  limits: { maxBytes: 1_000_000 },
  scopeOf: (symbol) => (symbol.kind === "section" ? "exported" : "internal"),
  embedded: scriptParts,
});
