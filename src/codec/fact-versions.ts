import { FACT_VALUES } from "./fact-fields.ts";

/** One number per stored value. */
export const FACT_VERSIONS = Object.values(FACT_VALUES)
  .map(({ version }) => version)
  .join(".");
