import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "crystal",
  label: "Crystal",
  extensions: [".cr"],
  shebangs: ["crystal"],
  role: "code",
});
