/** Tools that look after the index. They never change a repository. */

import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { displayPath } from "../../core/rel-path.ts";
import {
  type CatalogEntry,
  type ContractKind,
  type PackageEdge,
  packageEdges,
  servicesOf,
} from "../../engine/engine.ts";
import { type Answer, defineTool, type ToolCall, type ToolDefinition } from "../contract.ts";
import status, { explainFile } from "../status.ts";
import { SHOWS_WHAT_IS_INDEXED, suggestWords } from "../suggestion.ts";
import { describeUpdate } from "../update-report.ts";
import { indexRepository } from "./index-repository.ts";

export const indexFiles = defineTool({
  name: "index_files",
  title: "Index files",
  description: "Brings the index up to date and tells of each file whether it is indexed.",
  effect: "write",
  input: { paths: z.array(z.string().min(1).max(4000)).min(1).max(1000).describe("Files of the repository") },
  manage: async (call, input) => {
    const report = await call.engine.update(call.root, { signal: call.signal, onProgress: call.onProgress });
    const lines = await call.engine.read(
      call.root,
      async (session) => {
        const told: string[] = [];
        for (const path of input.paths)
          told.push((await explainFile(session.one, path.replace(/^\.\//, ""))).head);
        return told;
      },
      { isStaleAllowed: true, signal: call.signal },
    );
    return {
      head: describeUpdate(report)[0]!,
      body: lines,
      next: SHOWS_WHAT_IS_INDEXED,
      data: { fields: { generation: report.generation }, lists: { files: lines } },
      outcome: "found",
      quotes: [],
    };
  },
});

export const listIndexedRepos = defineTool({
  name: "list_indexed_repos",
  title: "List indexed repositories",
  description:
    "Every indexed repository: type, version, packages, services, when it was indexed, what it depends on.",
  input: {},
  manage: async (call: ToolCall): Promise<Answer> => {
    const entries = await call.engine.catalog();
    const endpoints = await endpointsOf(call, entries);
    const edges = packageEdges(entries).filter(({ from, to }) => from !== to);
    return {
      head: `${plural(entries.length, "repository")} indexed`,
      body: entries.map(lineOf),
      next:
        entries.length > 0
          ? suggestWords("clew status --root <folder>", "status with repo tells about one")
          : suggestWords("clew index <folder>", "index_repository with a folder indexes it"),
      data: {
        fields: {},
        lists: { repositories: entries.map((entry) => repositoryData(entry, edges, endpoints)) },
      },
      outcome: entries.length > 0 ? "found" : "none",
      quotes: [],
    };
  },
});

function lineOf({ name, path, type, files, version, generation, isAskedFor }: CatalogEntry): string {
  const facts = [
    type,
    version ? `version ${displayPath(version.text)}` : "",
    files === null ? "" : plural(files, "file"),
    `generation ${generation}`,
    isAskedFor ? "only when asked for" : "",
  ];
  return `${name}  ${displayPath(path)}  ${facts.filter(Boolean).join(", ")}`;
}

const ENDPOINTS: ReadonlySet<ContractKind> = new Set(["route", "graphql", "rpc"]);

/** How many operations each repository with a service offers; empty when that could not be found out. */
async function endpointsOf(
  { engine, signal }: ToolCall,
  entries: readonly CatalogEntry[],
): Promise<Map<string, number>> {
  const [first, ...others] = entries.filter((entry) => servicesOf(entry).length > 0);
  if (!first) return new Map();
  const paths = [first, ...others].map(({ path }) => path);
  try {
    const { offers } = await engine.read(await engine.scopeOf(paths, "/"), (session) => session.contracts(), {
      isStaleAllowed: true,
      signal,
    });
    const counts = new Map([first, ...others].map(({ name }) => [name, 0]));
    for (const { kind, repository = first.name } of offers)
      if (ENDPOINTS.has(kind)) counts.set(repository, (counts.get(repository) ?? 0) + 1);
    return counts;
  } catch {
    signal.throwIfAborted();
    return new Map();
  }
}

function repositoryData(
  entry: CatalogEntry,
  edges: readonly PackageEdge[],
  endpoints: ReadonlyMap<string, number>,
) {
  const needs = new Set(edges.filter(({ from }) => from === entry.name).map(({ to }) => to));
  return {
    repo_id: entry.name,
    repo_path: entry.path,
    repo_type: entry.type,
    type_reason: entry.typeReason,
    version: entry.version?.text ?? null,
    upstream_url: entry.upstream,
    indexed_at: new Date(entry.createdAt).toISOString(),
    last_indexed: new Date(entry.indexedAt).toISOString(),
    file_count: entry.files,
    exclude_from_default_search: entry.isAskedFor,
    priority: entry.priority,
    generation: entry.generation,
    revision: entry.revision,
    stores: entry.stores,
    ...entry.metadata,
    workspaces: entry.packages.map(({ name, root, language, manager }) => ({
      name,
      root,
      language,
      manager,
    })),
    services: servicesOf(entry).map((id) => ({
      service_id: id,
      service_type: entry.service?.type ?? null,
      api_endpoints_count: endpoints.get(entry.name) ?? null,
      dependencies_count: needs.size,
    })),
    dependencies: [...needs],
  };
}

export const getStatus: ToolDefinition = { ...status, name: "get_status" };

export const indexTools: readonly ToolDefinition[] = [
  indexRepository,
  indexFiles,
  listIndexedRepos,
  getStatus,
];
