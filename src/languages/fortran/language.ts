import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "fortran",
  label: "Fortran",
  extensions: [".f", ".f90", ".f95", ".f03", ".f08", ".for"],
  role: "code",
});
