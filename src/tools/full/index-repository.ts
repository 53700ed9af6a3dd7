/** `index_repository`: every parameter acts, or is refused with what to do instead. */
import { z } from "zod";
import { AppError } from "../../core/errors.ts";
import { REPOSITORY_TYPES } from "../../core/repository-types.ts";
import { describeEdge, type Engine, packageEdges, SERVICE_TYPES } from "../../engine/engine.ts";
import { defineTool } from "../contract.ts";
import { TOOL_ERRORS } from "../errors.ts";
import { settledVersion } from "../settled-version.ts";
import { describeSources } from "../sources-report.ts";
import { suggestStatusOf } from "../suggestion.ts";
import { describeUpdate, isWarning } from "../update-report.ts";

export const indexRepository = defineTool({
  name: "index_repository",
  title: "Index a repository",
  description:
    "Indexes a folder or brings its index up to date; other tools do this by themselves before they answer. What is said of it here stays with it.",
  effect: "write",
  input: {
    repo_path: z
      .string()
      .min(1)
      .max(4000)
      .optional()
      .describe("Folder; default: the repository called repo_id"),
    repo_id: z.string().min(1).max(64).optional().describe("Name of it in scopes and before paths"),
    repo_type: z.enum(REPOSITORY_TYPES).optional().describe("What kind it is; told from its files otherwise"),
    version: z
      .string()
      .max(200)
      .optional()
      .describe("A reference of an unchanged version is not indexed again"),
    force_reindex: z.boolean().default(false).describe("Forgets the index first"),
    incremental: z.boolean().default(true).describe("False is force_reindex"),
    metadata: z
      .record(z.string().max(100), z.string().max(1000))
      .optional()
      .describe("Words to keep with it"),
    service_config: z
      .object({
        service_id: z.string().min(1).max(200),
        service_type: z.enum(SERVICE_TYPES).default("rest"),
        api_spec_path: z.string().max(4000).optional(),
      })
      .strict()
      .optional()
      .describe("The service that it is"),
    detect_dependencies: z.boolean().default(false).describe("Tell which indexed repositories it needs"),
    dependency_repos: z
      .array(z.string().max(200))
      .max(200)
      .optional()
      .describe("Look for them only in these"),
    languages: z.array(z.string().max(40)).max(100).optional().describe("Only files of these; empty for all"),
    include_markdown: z
      .boolean()
      .optional()
      .describe("False leaves markdown out, but for a README at the root"),
    respect_gitignore: z
      .boolean()
      .optional()
      .describe("False takes in what git ignores, but for what tools fill and secrets"),
    max_file_size: z
      .number()
      .int()
      .min(1)
      .max(10_000_000)
      .optional()
      .describe("Lines; longer files are skipped"),
    summary_method: z.enum(["llm", "rule-based"]).optional().describe("llm needs a configured model"),
  },
  manage: async (call, input) => {
    const { engine, signal, onProgress } = call;
    refuseWhatCannotBe(engine, input);
    const root = await rootOf(engine, call.root, input);
    const isAnew = input.force_reindex || !input.incremental;
    const settled = isAnew
      ? null
      : await settledVersion(engine, root, { type: input.repo_type, version: input.version });
    const before = await engine.choices(root);
    const change = changeOf(input, await languageIds(engine, input.languages));
    if (Object.keys(change).length > 0) await engine.choose(root, change);
    if (settled !== null) return settledAnswer(root, settled);
    const { indexing } = await engine.choices(root);
    // Another version replaces the old one, and how long a file is is known only while it is read.
    const isOther =
      (input.version !== undefined && before.version !== undefined && input.version !== before.version) ||
      indexing?.maxLines !== before.indexing?.maxLines;
    const isKnown = (await engine.list()).some((record) => record.path === root);
    const report =
      isKnown && (isAnew || isOther)
        ? await engine.rebuild(root, { signal, onProgress })
        : await engine.update(root, { signal, onProgress });
    const [head, ...rest] = describeUpdate(report);
    const sources = await engine.updateSources(root, { signal, onProgress });
    const needs = input.detect_dependencies ? await dependenciesOf(engine, root) : null;
    return {
      head: head!,
      // Warnings name files, so they stand inside the fence.
      notes: rest.filter((line) => !isWarning(line)),
      body: [
        ...rest.filter(isWarning),
        ...(sources ? describeSources(sources) : []),
        ...(needs?.lines ?? []),
      ],
      next: suggestStatusOf(root),
      data: {
        fields: { root, repo_id: needs?.name ?? (await entryAt(engine, root))?.name, ...report },
        ...((needs || sources) && {
          lists: {
            ...(needs && { dependencies: needs.edges }),
            ...(sources && { dependency_sources: sources.sources }),
          },
        }),
      },
      outcome: report.failed > 0 ? "partial" : "found",
      quotes: [],
    };
  },
});

interface Asked {
  repo_path?: string | undefined;
  repo_id?: string | undefined;
  repo_type?: (typeof REPOSITORY_TYPES)[number] | undefined;
  version?: string | undefined;
  metadata?: Record<string, string> | undefined;
  service_config?:
    | { service_id: string; service_type: (typeof SERVICE_TYPES)[number]; api_spec_path?: string | undefined }
    | undefined;
  dependency_repos?: string[] | undefined;
  include_markdown?: boolean | undefined;
  respect_gitignore?: boolean | undefined;
  max_file_size?: number | undefined;
  summary_method?: "llm" | "rule-based" | undefined;
}

function refuseWhatCannotBe(engine: Engine, input: Asked): void {
  if (input.summary_method === "llm" && engine.summaryWriter === "rules")
    throw unsupported(
      "summary_method: llm",
      "Configure a model first: `summary.writer` in clew's configuration.",
    );
}

function unsupported(what: string, hint: string): AppError {
  return new AppError("PARAMETER_UNSUPPORTED", `${what} cannot be had`, {
    hint: `${TOOL_ERRORS.PARAMETER_UNSUPPORTED} ${hint}`,
  });
}

async function rootOf(
  engine: Engine,
  from: string,
  { repo_path: path, repo_id: id }: Asked,
): Promise<string> {
  if (path !== undefined) return engine.findRepository(path, from);
  if (id !== undefined) return engine.findRepository(id, from);
  return engine.resolveRoot(from, { isExact: false });
}

type Change = Parameters<Engine["choose"]>[1];

function changeOf(input: Asked, languages: string[] | undefined): Change {
  const { service_config: service, include_markdown: includesMarkdown, summary_method: summaries } = input;
  const { respect_gitignore: respectsGitignore, max_file_size: maxLines } = input;
  const indexing = {
    ...(languages !== undefined && languages.length > 0 && { languages }),
    ...(includesMarkdown === false && { includesMarkdown }),
    ...(summaries === "rule-based" && { summariesByRules: true }),
    ...(respectsGitignore === false && { respectsGitignore }),
    ...(maxLines !== undefined && { maxLines }),
  };
  const told = [languages, includesMarkdown, summaries, respectsGitignore, maxLines];
  const isAboutIndexing = told.some((one) => one !== undefined);
  return {
    ...(input.repo_id !== undefined && { name: input.repo_id }),
    ...(input.repo_type !== undefined && { type: input.repo_type }),
    ...(input.version !== undefined && { version: input.version }),
    ...(input.metadata !== undefined && { metadata: input.metadata }),
    ...(input.dependency_repos !== undefined && { dependsOn: input.dependency_repos }),
    ...(service && {
      service: {
        id: service.service_id,
        type: service.service_type,
        ...(service.api_spec_path !== undefined && { spec: service.api_spec_path }),
      },
    }),
    ...(isAboutIndexing && { indexing: Object.keys(indexing).length > 0 ? indexing : null }),
  };
}

async function languageIds(engine: Engine, names: string[] | undefined): Promise<string[] | undefined> {
  return names?.map((name) => {
    const id = engine.languageId(name);
    if (id !== null) return id;
    throw unsupported(`languages: ${JSON.stringify(name)}`, "Give names such as typescript, python or go.");
  });
}

async function entryAt(engine: Engine, root: string) {
  return (await engine.catalog()).find(({ path }) => path === root);
}

/** Which indexed repositories it needs, by the names of their packages. */
async function dependenciesOf(engine: Engine, root: string) {
  const entries = await engine.catalog();
  const name = entries.find(({ path }) => path === root)?.name;
  const edges = packageEdges(entries).filter(({ from, to }) => from === name && to !== name);
  return {
    name,
    lines: edges.map((edge) => `${edge.to}: ${describeEdge(edge)}`),
    edges: edges.map(({ to, fromPackage, toPackage, kind, asked, indexed }) => ({
      repository: to,
      package: toPackage.name,
      needed_by: fromPackage.root || ".",
      kind,
      asked,
      indexed,
    })),
  };
}

function settledAnswer(root: string, line: string) {
  return {
    head: line,
    body: [],
    next: suggestStatusOf(root),
    data: { fields: { root, isUnchanged: true } },
    outcome: "found" as const,
    quotes: [],
  };
}
