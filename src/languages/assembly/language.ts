import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "assembly",
  label: "Assembly",
  extensions: [".s", ".asm", ".nasm"],
  role: "code",
});
