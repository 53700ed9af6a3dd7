import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "d",
  label: "D",
  extensions: [".d", ".di"],
  shebangs: ["rdmd"],
  role: "code",
});
