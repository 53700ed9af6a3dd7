import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "cmake",
  label: "CMake",
  extensions: [".cmake", ".cmake.in"],
  filenames: ["CMakeLists.txt"],
  role: "data",
});
