import { z } from "zod";
import { packContext } from "../context.ts";
import { type Answer, defineTool } from "../contract.ts";

const SCOPES = ["global", "repository", "service", "workspace", "boundary-aware"] as const;

export default defineTool({
  name: "search_codebase",
  title: "Search the codebase",
  description:
    "The code for a question in one answer: a map of files, bodies with line numbers, what they lean on, imports. The same as context, with every limit as a parameter.",
  input: {
    query: z.string().max(1_000_000).describe("Natural language or a code snippet"),
    scope: z.enum(SCOPES).default("repository").describe("Only one repository is searched at a time"),
    repo_id: z.string().max(4000).optional().describe("Name or folder of an indexed repository"),
    start_repo: z.string().max(4000).optional().describe("As repo_id, for scope boundary-aware"),
    service_id: z.string().max(400).optional().describe("Not known yet; answered with a note"),
    workspace_id: z.string().max(400).optional().describe("Not known yet; answered with a note"),
    include_dependencies: z.boolean().default(false).describe("Other repositories; not followed yet"),
    dependency_depth: z.number().int().min(1).max(10).default(2).describe("For include_dependencies"),
    search_api_contracts: z.boolean().default(true).describe("Not looked at here; ask search_api_contracts"),
    max_files: z.number().int().min(1).max(200).default(15).describe("Files at most"),
    max_snippets: z.number().int().min(1).max(500).default(25).describe("Bodies at most"),
    include_imports: z.boolean().default(true).describe("Show the imports of the best file"),
    import_depth: z.number().int().min(0).max(6).default(3).describe("Levels of imports"),
    dedup_threshold: z
      .number()
      .min(0.1)
      .max(1.01)
      .default(0.92)
      .describe("Similarity at which code is shown once"),
    similarity_threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe("Leave out files below this share of the best score"),
  },
  spansRepositories: true,
  repositoryOf: (input) => input.repo_id ?? input.start_repo,
  answer: (session, input, page): Promise<Answer> =>
    packContext(session, page, {
      ...input,
      task: input.query,
      format: input.format,
      explain: false,
      notes: scopeNotes(input),
      options: {
        maxFiles: input.max_files,
        maxSnippets: input.max_snippets,
        minScoreShare: input.similarity_threshold,
        importDepth: input.include_imports ? input.import_depth : 0,
        nearDuplicate: input.dedup_threshold,
      },
    }),
});

/** What was asked for and cannot be done yet: said, not left out in silence. */
function scopeNotes(input: {
  scope: (typeof SCOPES)[number];
  service_id?: string | undefined;
  workspace_id?: string | undefined;
  include_dependencies: boolean;
}): string[] {
  const notes: string[] = [];
  if (input.scope !== "repository")
    notes.push(`scope ${input.scope}: searched one repository; name others with repo_id`);
  if (input.service_id !== undefined || input.workspace_id !== undefined)
    notes.push("services and workspaces are not known: the whole repository was searched");
  if (input.include_dependencies) notes.push("other repositories are not followed");
  return notes;
}
