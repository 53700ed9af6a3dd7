import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "prisma",
  label: "Prisma",
  extensions: [".prisma"],
  role: "support",
});
