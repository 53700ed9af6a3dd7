import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "ini",
  label: "INI",
  extensions: [".ini", ".cfg", ".conf", ".properties", ".editorconfig", ".service", ".desktop", ".cnf"],
  filenames: [".gitconfig", ".gitmodules", ".npmrc", ".pylintrc", ".flake8", ".coveragerc", "setup.cfg"],
  role: "data",
});
