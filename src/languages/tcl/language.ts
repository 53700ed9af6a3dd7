import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "tcl",
  label: "Tcl",
  extensions: [".tcl", ".exp"],
  shebangs: ["tclsh", "wish", "expect"],
  role: "code",
});
