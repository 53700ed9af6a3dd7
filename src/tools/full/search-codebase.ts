import { z } from "zod";
import {
  MAX_DEPENDENCY_DEPTH,
  SCOPE_KINDS,
  type ScopeRequest,
  type ScopeSession,
} from "../../engine/engine.ts";
import { packContext } from "../context.ts";
import { type Answer, defineTool } from "../contract.ts";
import { groupContracts } from "../contracts/group-contracts.ts";

const MAX_FILES = 15;
const MAX_SNIPPETS = 25;

const name = z.string().min(1).max(4000).optional();

export default defineTool({
  name: "search_codebase",
  title: "Search the codebase",
  description:
    "The code for a question in one answer: a map of files, bodies with line numbers, what they lean on, imports. The same as context, with every limit as a parameter.",
  input: {
    query: z.string().max(1_000_000).describe("Natural language or a code snippet"),
    scope: z
      .enum(SCOPE_KINDS)
      .optional()
      .describe("Default: what the other inputs name, else all indexed repositories"),
    repo_id: z
      .union([name, z.array(z.string().min(1).max(4000)).min(1).max(200)])
      .optional()
      .describe("Name or folder of an indexed repository, or several"),
    start_repo: name.describe("As repo_id, for scope boundary-aware"),
    service_id: name.describe("Only this service"),
    workspace_id: name.describe("Only this package, by name or folder"),
    include_dependencies: z.boolean().default(false).describe("Also repositories that it depends on"),
    dependency_depth: z
      .number()
      .int()
      .min(1)
      .max(MAX_DEPENDENCY_DEPTH)
      .default(2)
      .describe("For include_dependencies"),
    include_references: z.boolean().default(false).describe("Also repositories of type reference"),
    max_reference_results: z.number().int().min(0).max(100).default(5).describe("Files of each of them"),
    include_documentation: z.boolean().default(false).describe("Also repositories of type documentation"),
    max_documentation_results: z.number().int().min(0).max(100).default(3).describe("Files of each of them"),
    search_api_contracts: z
      .boolean()
      .default(true)
      .describe("Where several repositories answer: also what they call of each other"),
    max_files: z.number().int().min(1).max(200).optional().describe("Files at most; default 15"),
    max_snippets: z.number().int().min(1).max(500).optional().describe("Bodies at most; default 25"),
    include_imports: z.boolean().default(true).describe("Show the imports of the best file"),
    import_depth: z.number().int().min(0).max(6).optional().describe("Levels of imports; default 3"),
    dedup_threshold: z
      .number()
      .min(0.1)
      .max(1.01)
      .optional()
      .describe("Likeness at which code is shown once; default 0.92"),
    similarity_threshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Cosine below which meaning alone brings no file in"),
  },
  spansRepositories: true,
  scopeOf: (input) => requestOf(input),
  answer: async (session, input, page): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await packContext(session, page, {
      ...input,
      task: input.query,
      format: input.format,
      explain: false,
      notes: [],
      options: {
        maxFiles: input.max_files ?? session.defaults.maxFiles ?? MAX_FILES,
        maxSnippets: input.max_snippets ?? session.defaults.maxSnippets ?? MAX_SNIPPETS,
        similarity: input.similarity_threshold,
        importDepth: input.include_imports ? (input.import_depth ?? session.defaults.importDepth) : 0,
        nearDuplicate: input.dedup_threshold,
      },
    });
    const { data } = answer;
    const { groups, metadata } = scopeFields(session, data.fields.files, startedAt);
    const calls = session.isFederation && input.search_api_contracts ? await groupContracts(session) : null;
    const told = {
      scope: kindOf(input),
      metadata,
      groups: groups.map((group) => ({ ...group, ...calls?.of(group.repository) })),
    };
    // What the question costs over the scope stands beside what its answer holds.
    const own = data.fields.metadata as object | undefined;
    const fields = { ...told, ...data.fields, metadata: { ...own, ...metadata } };
    return { ...answer, data: { ...data, fields } };
  },
});

interface ScopeInput {
  scope?: ScopeRequest["kind"] | undefined;
  repo_id?: string | readonly string[] | undefined;
  start_repo?: string | undefined;
  service_id?: string | undefined;
  workspace_id?: string | undefined;
  include_dependencies: boolean;
  dependency_depth: number;
  include_references: boolean;
  max_reference_results: number;
  include_documentation: boolean;
  max_documentation_results: number;
}

function kindOf(input: ScopeInput): ScopeRequest["kind"] {
  if (input.scope !== undefined) return input.scope;
  if (input.start_repo !== undefined || input.include_dependencies) return "boundary-aware";
  if (input.workspace_id !== undefined) return "workspace";
  if (input.service_id !== undefined) return "service";
  return input.repo_id === undefined ? "global" : "repository";
}

function requestOf(input: ScopeInput): ScopeRequest {
  const kind = kindOf(input);
  const start = input.start_repo ?? input.repo_id;
  return {
    kind,
    repositories: start === undefined ? [] : [start].flat(),
    package: input.workspace_id,
    service: input.service_id,
    includesDependencies: input.include_dependencies || input.scope === undefined,
    depth: input.dependency_depth,
    includesReferences: input.include_references && input.max_reference_results > 0,
    includesDocumentation: input.include_documentation && input.max_documentation_results > 0,
    maxReferences: input.max_reference_results,
    maxDocumentation: input.max_documentation_results,
  };
}

/** What was searched, and the files of each repository with how it came in. */
function scopeFields({ members, isFederation }: ScopeSession, files: unknown, startedAt: number) {
  const places = Array.isArray(files) ? files.filter((one) => typeof one === "string") : [];
  const groups = members.map((member) => ({
    repository: member.name,
    ...(member.folders.length > 0 && { folders: member.folders }),
    ...(member.origin.kind === "depends-on"
      ? { depth: member.origin.depth, relation: member.origin.via }
      : { depth: 0 }),
    files: isFederation ? places.filter((place) => place.startsWith(`${member.name}:`)) : places,
  }));
  return {
    metadata: {
      total_repos_searched: members.length,
      total_files: places.length,
      dependency_depth_reached: Math.max(...groups.map(({ depth }) => depth)),
      query_time_ms: Math.round(performance.now() - startedAt),
    },
    groups,
  };
}
