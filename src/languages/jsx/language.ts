import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "../javascript/ecmascript.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import { JAVASCRIPT_QUERY } from "../javascript/language.ts";
import { JS_TEST_FILES } from "../javascript/test-files.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";

export default defineLanguage({
  id: "jsx",
  label: "JSX",
  variantOf: "javascript",
  extensions: [".jsx"],
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
