import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "visual-basic",
  label: "Visual Basic",
  extensions: [".vb", ".vbs", ".bas"],
  role: "code",
});
