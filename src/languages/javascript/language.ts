import { defineLanguage } from "../contract.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import { readEcmascriptExport, refineEcmascript } from "./ecmascript.ts";
import { JS_FAMILY } from "./family.ts";
import jsx from "./jsx.scm";
import modules from "./modules.scm";
import tags from "./tags.scm";
import { JS_TEST_FILES } from "./test-files.ts";

/**
 * JavaScript's own grammar reads JSX too, and much JSX lives in `.js` files. It stands first: `<a.B>` is a component
 * before it is a property that is read.
 */
export const JAVASCRIPT_QUERY = `${jsx}\n${modules}\n${tags}`;

export default defineLanguage({
  id: "javascript",
  label: "JavaScript",
  aliases: ["js"],
  extensions: [".js", ".mjs", ".cjs"],
  filenames: ["Jakefile"],
  shebangs: ["node", "nodejs"],
  grammar: "javascript",
  query: JAVASCRIPT_QUERY,
  literals: ECMASCRIPT_LITERALS,
  role: "code",
  testFiles: JS_TEST_FILES,
  family: JS_FAMILY,
  hasComponents: true,
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
