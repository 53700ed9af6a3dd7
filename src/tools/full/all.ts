import { TOOLS } from "../all.ts";
import type { ToolDefinition } from "../contract.ts";
import contracts from "../contracts/contracts.ts";
import routes from "../contracts/routes.ts";
import services from "../contracts/services.ts";
import units from "../contracts/units.ts";
import searchApiContracts from "./contracts.ts";
import getFileContext from "./file-context.ts";
import { fileTools } from "./files.ts";
import findSimilar from "./find-similar.ts";
import { indexTools } from "./index-tools.ts";
import { relationTools } from "./relations.ts";
import searchCodebase from "./search-codebase.ts";
import { symbolTools } from "./symbols.ts";

/** Profile `full`: the default tools and every one that other servers' users know by name. */
export const ALL_TOOLS: readonly ToolDefinition[] = [
  ...TOOLS,
  searchCodebase,
  getFileContext,
  ...fileTools,
  ...symbolTools,
  findSimilar,
  ...relationTools,
  ...indexTools,
  searchApiContracts,
  contracts,
  routes,
  services,
  units,
];
