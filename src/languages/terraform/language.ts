import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "terraform",
  label: "Terraform",
  extensions: [".tf", ".tfvars", ".hcl", ".nomad"],
  role: "support",
});
