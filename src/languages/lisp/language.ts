import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "lisp",
  label: "Lisp",
  extensions: [".lisp", ".lsp", ".cl", ".el", ".scm", ".ss", ".rkt"],
  shebangs: ["sbcl", "guile", "racket"],
  role: "code",
});
