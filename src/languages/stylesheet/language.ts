import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "stylesheet",
  label: "Stylesheet",
  extensions: [".scss", ".sass", ".less", ".styl", ".pcss"],
  role: "support",
});
