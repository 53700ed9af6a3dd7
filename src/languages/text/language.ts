import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "text",
  label: "Text",
  extensions: [".txt", ".rst", ".adoc", ".asciidoc", ".org", ".tex", ".textile", ".rdoc", ".pod"],
  filenames: [
    "README",
    "LICENSE",
    "NOTICE",
    "AUTHORS",
    "CONTRIBUTORS",
    "CHANGELOG",
    "CHANGES",
    "NEWS",
    "INSTALL",
    "COPYING",
    "MAINTAINERS",
    "CODEOWNERS",
    ".gitignore",
    ".gitattributes",
    "Procfile",
    "go.mod",
    "go.work",
  ],
  role: "docs",
  // Longer ones are word lists and test data.
  limits: { maxBytes: 500_000 },
});
