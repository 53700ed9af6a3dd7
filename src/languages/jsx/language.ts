import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "../javascript/ecmascript.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import { JAVASCRIPT_QUERY } from "../javascript/language.ts";

export default defineLanguage({
  id: "jsx",
  label: "JSX",
  extensions: [".jsx"],
  grammar: "javascript",
  query: JAVASCRIPT_QUERY,
  role: "code",
  family: JS_FAMILY,
  hasComponents: true,
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
