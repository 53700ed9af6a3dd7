import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "r",
  label: "R",
  extensions: [".r", ".rmd", ".rnw"],
  shebangs: ["Rscript"],
  role: "code",
});
