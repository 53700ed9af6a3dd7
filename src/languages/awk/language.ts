import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "awk",
  label: "AWK",
  extensions: [".awk"],
  shebangs: ["awk", "gawk"],
  role: "code",
});
