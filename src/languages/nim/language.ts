import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "nim",
  label: "Nim",
  extensions: [".nim", ".nims", ".nimble"],
  shebangs: ["nim"],
  role: "code",
});
