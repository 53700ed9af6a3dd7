import { defineLanguage } from "../contract.ts";
import { readEcmascriptExport, refineEcmascript } from "../javascript/ecmascript.ts";
import { JS_FAMILY } from "../javascript/family.ts";
import modules from "../javascript/modules.scm";
import { JS_TEST_FILES } from "../javascript/test-files.ts";
import { ECMASCRIPT_LITERALS } from "../literal-syntax.ts";
import objects from "./objects.scm";
import tags from "./tags.scm";

export const TYPESCRIPT_QUERY = `${modules}\n${tags}\n${objects}`;

export default defineLanguage({
  id: "typescript",
  label: "TypeScript",
  aliases: ["ts"],
  extensions: [".ts", ".mts", ".cts"],
  shebangs: ["ts-node", "tsx", "deno", "bun"],
  grammar: "typescript",
  query: TYPESCRIPT_QUERY,
  literals: ECMASCRIPT_LITERALS,
  role: "code",
  testFiles: JS_TEST_FILES,
  typeBounds: "extends",
  family: JS_FAMILY,
  readExport: readEcmascriptExport,
  refine: refineEcmascript,
});
