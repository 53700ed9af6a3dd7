import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { detectLanguage } from "../languages/detect.ts";
import { extractBlob } from "./extract/extract-blob.ts";
import { readFacts, writeFacts } from "./facts-wire.ts";

const languages = join(dirname(fileURLToPath(import.meta.url)), "../languages");

test.each(["typescript", "javascript", "python", "json"])(
  "facts of %s survive the wire unchanged",
  async (id) => {
    for (const name of readdirSync(join(languages, id, "fixtures"))) {
      const source = readFileSync(join(languages, id, "fixtures", name), "utf8");
      const language = detectLanguage(name);
      if (!language) continue;
      const { facts } = await extractBlob({ language, source, bytes: source.length });
      expect(readFacts(writeFacts(facts))).toEqual(facts);
    }
  },
);
