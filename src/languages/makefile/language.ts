import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "makefile",
  label: "Makefile",
  extensions: [".mk", ".mak", ".make"],
  filenames: ["Makefile", "GNUmakefile", "BSDmakefile", "Justfile"],
  shebangs: ["make"],
  role: "data",
});
