import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "../javascript/ecmascript.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import jsx from "../javascript/jsx.scm";
import { JS_TEST_FILES } from "../javascript/test-files.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import { TYPESCRIPT_QUERY } from "../typescript/language.ts";

export default defineLanguage({
  id: "tsx",
  label: "TSX",
  variantOf: "typescript",
  extensions: [".tsx"],
  grammar: "tsx",
  // JSX first: `<a.B>` is a component before it is a property that is read.
  query: `${jsx}\n${TYPESCRIPT_QUERY}`,
  literals: ECMASCRIPT_LITERALS,
  role: "code",
  testFiles: JS_TEST_FILES,
  typeBounds: "extends",
  family: JS_FAMILY,
  hasComponents: true,
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
