import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "ocaml",
  label: "OCaml",
  extensions: [".ml", ".mli", ".mll", ".mly"],
  filenames: ["dune", "dune-project"],
  shebangs: ["ocaml"],
  role: "code",
});
