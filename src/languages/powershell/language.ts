import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "powershell",
  label: "PowerShell",
  extensions: [".ps1", ".psm1", ".psd1"],
  shebangs: ["pwsh", "powershell"],
  role: "code",
});
