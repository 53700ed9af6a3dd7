import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Query } from "web-tree-sitter";
import { runLanguageContract } from "../languages/contract-suite.ts";
import { LANGUAGES } from "../languages/registry.gen.ts";
import { captureRole } from "./extract/capture-roles.ts";
import { extractBlob } from "./extract/extract-blob.ts";
import { loadGrammar } from "./extract/runtime.ts";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../languages");

for (const language of LANGUAGES) {
  runLanguageContract(language, {
    folder,
    extract: (definition, source) =>
      extractBlob({ language: definition, source, bytes: Buffer.byteLength(source), parseMs: 20_000 }),
    unknownCaptures: async ({ grammar, query }) => {
      const compiled = new Query(await loadGrammar(grammar!), query!);
      return compiled.captureNames.filter((name) => captureRole(name) === null);
    },
  });
}
