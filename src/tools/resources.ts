/** What can be read without a question. Each is a tool without arguments. */
import type { ToolDefinition } from "./contract.ts";
import contracts from "./contracts/contracts.ts";
import repositoryMap from "./repository-map.ts";
import status from "./status.ts";

export interface ResourceDefinition {
  uri: string;
  name: string;
  title: string;
  description: string;
  tool: ToolDefinition;
}

export const RESOURCES: readonly ResourceDefinition[] = [
  {
    uri: "clew://map",
    name: "map",
    title: "Repository map",
    description: "Folders, languages and the files that most others import.",
    tool: repositoryMap,
  },
  {
    uri: "clew://coverage",
    name: "coverage",
    title: "What is indexed",
    description: "Files by language, what was skipped and why, generation and freshness.",
    tool: status,
  },
  {
    uri: "clew://contracts",
    name: "contracts",
    title: "API contracts",
    description: "Routes and other contracts that the code offers or needs.",
    tool: contracts,
  },
];
