import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "vim-script",
  label: "Vim script",
  extensions: [".vim"],
  filenames: [".vimrc", "vimrc", ".gvimrc"],
  role: "code",
});
