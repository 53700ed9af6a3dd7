import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "../javascript/ecmascript.ts";
import { JAVASCRIPT_QUERY } from "../javascript/language.ts";

export default defineLanguage({
  id: "jsx",
  label: "JSX",
  extensions: [".jsx"],
  grammar: "javascript",
  query: JAVASCRIPT_QUERY,
  role: "code",
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
