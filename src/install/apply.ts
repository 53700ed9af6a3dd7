import { removeConfigFile, writeConfigFile } from "./config-file.ts";
import type { Ledger } from "./ledger.ts";
import type { Plan } from "./plan.ts";

/** Carries a plan out. What is remembered is on disk before the file it speaks of, so a crash between loses nothing. */
export function applyPlan(plan: Plan, ledger: Ledger): void {
  for (const { file, after, memory } of plan.changes) {
    const known = ledger.get(file.realPath);
    if (typeof memory === "object") ledger.put(memory);
    if (after === null) removeConfigFile(file, known?.folders ?? []);
    else writeConfigFile(file, after);
    if (memory === "forget") ledger.remove(file.realPath);
  }
}
