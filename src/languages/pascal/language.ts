import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "pascal",
  label: "Pascal",
  extensions: [".pas", ".dpr", ".pp", ".lpr"],
  role: "code",
});
