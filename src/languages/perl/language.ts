import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "perl",
  label: "Perl",
  extensions: [".pl", ".pm", ".t"],
  shebangs: ["perl"],
  role: "code",
});
