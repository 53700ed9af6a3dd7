/** Tools that look after the index. They never change a repository. */

import { z } from "zod";
import { plural } from "../../core/counts.ts";
import { displayPath } from "../../core/rel-path.ts";
import { type Answer, defineTool, type ToolCall, type ToolDefinition } from "../contract.ts";
import status, { explainFile } from "../status.ts";
import { SHOWS_WHAT_IS_INDEXED, suggestStatusOf, suggestWords } from "../suggestion.ts";
import { describeUpdate } from "../update-report.ts";

/** Parameters that are accepted and have no effect on how clew indexes. */
const UNUSED = [
  "repo_id",
  "repo_type",
  "service_config",
  "detect_dependencies",
  "dependency_repos",
  "languages",
  "include_markdown",
  "respect_gitignore",
  "max_file_size",
  "summary_method",
] as const;

export const indexRepository = defineTool({
  name: "index_repository",
  title: "Index a repository",
  description:
    "Indexes a folder or brings its index up to date; other tools do this by themselves before they answer.",
  effect: "write",
  input: {
    repo_path: z.string().min(1).max(4000).describe("Folder"),
    incremental: z.boolean().default(true).describe("False forgets the index first"),
    repo_id: z.string().max(400).optional().describe("The folder's name is its id"),
    repo_type: z.enum(["monorepo", "microservice", "monolithic", "library"]).optional(),
    service_config: z.record(z.string(), z.unknown()).optional(),
    detect_dependencies: z.boolean().optional(),
    dependency_repos: z.array(z.string()).optional(),
    languages: z.array(z.string()).optional(),
    include_markdown: z.boolean().optional(),
    respect_gitignore: z.boolean().optional(),
    max_file_size: z.number().optional(),
    summary_method: z.enum(["llm", "rule-based"]).optional(),
  },
  manage: async (call, input) => {
    const root = await call.engine.findRepository(input.repo_path, call.root);
    const known = (await call.engine.list()).some((record) => record.path === root);
    if (!input.incremental && known) await call.engine.remove(root);
    const report = await call.engine.update(root, { signal: call.signal, onProgress: call.onProgress });
    const [head, ...rest] = describeUpdate(report);
    return {
      head: head!,
      notes: [...unusedNotes(input), ...rest],
      body: [],
      next: suggestStatusOf(root),
      data: { fields: { root, ...report } },
      outcome: report.failed > 0 ? "partial" : "found",
      quotes: [],
    };
  },
});

function unusedNotes(input: Partial<Record<(typeof UNUSED)[number], unknown>>): string[] {
  const given = UNUSED.filter((name) => input[name] !== undefined);
  return given.length > 0
    ? [`without effect: ${given.join(", ")}; what is indexed is set in clew's configuration`]
    : [];
}

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
  description: "Every indexed repository with its folder, generation and revision.",
  input: {},
  manage: async (call: ToolCall): Promise<Answer> => {
    const records = await call.engine.list();
    return {
      head: `${plural(records.length, "repository")} indexed`,
      body: records.map(({ name, path, type, generation, revision }) => {
        const at = revision ? ` at ${revision.slice(0, 12)}` : "";
        return `${name}  ${displayPath(path)}  ${type}, generation ${generation}${at}`;
      }),
      next:
        records.length > 0
          ? suggestWords("clew status --root <folder>", "status with repo tells about one")
          : suggestWords("clew index <folder>", "index_repository with a folder indexes it"),
      data: {
        fields: {},
        lists: {
          repositories: records.map(({ name, path, type, generation, revision, createdAt }) => ({
            repo_id: name,
            path,
            repo_type: type,
            generation,
            revision,
            createdAt,
          })),
        },
      },
      outcome: records.length > 0 ? "found" : "none",
      quotes: [],
    };
  },
});

export const getStatus: ToolDefinition = { ...status, name: "get_status" };

export const indexTools: readonly ToolDefinition[] = [
  indexRepository,
  indexFiles,
  listIndexedRepos,
  getStatus,
];
