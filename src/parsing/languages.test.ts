import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runLanguageContract } from "../languages/contract-suite.ts";
import { LANGUAGES } from "../languages/registry.gen.ts";
import { captureRole } from "./extract/capture-roles.ts";
import { extractBlob } from "./extract/extract-blob.ts";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../languages");

for (const language of LANGUAGES) {
  runLanguageContract(language, {
    folder,
    extract: (definition, source) =>
      extractBlob({ language: definition, source, bytes: Buffer.byteLength(source), parseMs: 20_000 }),
    unknownCaptures: async ({ query }) => {
      // Strings and comments may hold an @ of their own.
      const bare = query!.replace(/"(?:[^"\\]|\\.)*"|;.*$/gm, "");
      return [...bare.matchAll(/@([\w.-]+)/g)]
        .map(([, name]) => name!)
        .filter((name) => captureRole(name) === null);
    },
  });
}
