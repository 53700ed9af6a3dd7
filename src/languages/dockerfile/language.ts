import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "dockerfile",
  label: "Dockerfile",
  extensions: [".dockerfile", ".containerfile"],
  filenames: ["Dockerfile", "Containerfile", ".dockerignore"],
  role: "data",
});
