import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "../javascript/ecmascript.ts";
import jsx from "../javascript/jsx.scm";
import { TYPESCRIPT_QUERY } from "../typescript/language.ts";

export default defineLanguage({
  id: "tsx",
  label: "TSX",
  extensions: [".tsx"],
  grammar: "tsx",
  query: `${TYPESCRIPT_QUERY}\n${jsx}`,
  role: "code",
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
