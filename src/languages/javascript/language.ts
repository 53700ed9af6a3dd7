import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "./ecmascript.ts";
import jsx from "./jsx.scm";
import modules from "./modules.scm";
import tags from "./tags.scm";

/** JavaScript's own grammar reads JSX too, and much JSX lives in `.js` files. */
export const JAVASCRIPT_QUERY = `${modules}\n${tags}\n${jsx}`;

export default defineLanguage({
  id: "javascript",
  label: "JavaScript",
  extensions: [".js", ".mjs", ".cjs"],
  filenames: ["Jakefile"],
  shebangs: ["node", "nodejs"],
  grammar: "javascript",
  query: JAVASCRIPT_QUERY,
  role: "code",
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
