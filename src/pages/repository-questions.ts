/** Questions about repositories as wholes: which there are, what was skipped, names in them, the graph of their uses. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { VERSION } from "../core/version.ts";
import { EDGE_KINDS, type Engine, GRAPH_LEVELS, TIERS } from "../engine/engine.ts";
import type { Happenings } from "../serving/happenings.ts";
import { type ApiParts, apiRoute } from "./api-route.ts";
import type { GraphAnswer, NamesAnswer, Overview, SkippedPage } from "./contract.ts";
import { numberInput, repoInput } from "./inputs.ts";
import type { Jobs } from "./jobs.ts";
import type { LiveState } from "./live-state.ts";
import { readRepository } from "./read-repository.ts";

export interface OverviewParts extends ApiParts {
  happenings: Happenings;
  live: LiveState;
  jobs: Jobs;
  defaultRoot: string | null;
}

export function repositoryRoutes(parts: OverviewParts) {
  return [
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/overview",
        name: "overview",
        summary: "Indexed repositories, what is being indexed and how far it is",
        input: {},
        answerIs: "Repositories with their state, and jobs",
        answer: (_, { engine }) => overviewOf(engine, parts),
      },
      parts,
    ),
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/skipped",
        name: "skipped",
        summary: "Files that were left out, and why",
        input: {
          repo: repoInput,
          reason: z.string().max(100).optional().describe("Only for this reason"),
          from: numberInput(0, 100_000_000, 0, "Where the page begins"),
          limit: numberInput(1, 1_000, 200, "Files at most"),
        },
        answerIs: "Files with reasons, and where the next page begins",
        answer: ({ repo, reason, from, limit }, { engine, signal }): Promise<SkippedPage> =>
          readRepository(engine, repo, signal, async (view) => {
            const all = (await view.skipped()).filter((file) => !reason || file.reason === reason);
            const files = all
              .slice(from, from + limit)
              .map((file) => ({ path: file.path, reason: file.reason, detail: file.detail ?? null }));
            return { total: all.length, files, next: from + limit < all.length ? from + limit : null };
          }),
      },
      parts,
    ),
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/names",
        name: "names",
        summary: "Symbols and files for what somebody is typing; answers from the last generation",
        input: {
          repo: repoInput,
          q: z.string().max(400).describe("The beginning of a name, or a part of a path"),
          limit: numberInput(1, 50, 8, "Of each at most"),
        },
        answerIs: "Symbols and files, best first",
        answer: ({ repo, q, limit }, { engine, signal }): Promise<NamesAnswer> =>
          readRepository(engine, repo, signal, (view) => view.namesAndFiles(q, limit), { isQuick: true }),
      },
      parts,
    ),
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/graph",
        name: "graph",
        summary: "What lies around a symbol, a file or a folder in the graph of uses",
        input: {
          repo: repoInput,
          of: z.string().max(4_000).default("").describe("Handle, file or folder; empty: the whole tree"),
          level: z
            .enum(GRAPH_LEVELS)
            .default("symbol")
            .describe("What a node is; coarser where there is too much"),
          depth: numberInput(1, 4, 1, "Steps from the start"),
          fan_out: numberInput(1, 200, 20, "Edges followed per symbol and direction"),
          kinds: z
            .string()
            .max(200)
            .default("")
            .describe(`Comma-separated: ${EDGE_KINDS.join(", ")}; empty: all`),
          min_tier: z.enum(TIERS).default("heuristic").describe("Leave out weaker links"),
          max_nodes: numberInput(1, 2_000, 300, "Nodes at most; above that files, then folders are drawn"),
        },
        answerIs: "Nodes, edges and how many were left out",
        answer: (input, { engine, signal }): Promise<GraphAnswer> =>
          readRepository(engine, input.repo, signal, async (view) => {
            const { of, level, depth, fan_out: fanOut, min_tier: minTier, max_nodes: maxNodes } = input;
            const kinds = EDGE_KINDS.filter((kind) => input.kinds.split(",").includes(kind));
            const found = await view.neighbourhood({ of, level, depth, fanOut, kinds, minTier, maxNodes });
            return found ?? { level, nodes: [], edges: [], leftOut: { nodes: 0, edges: 0 } };
          }),
      },
      parts,
    ),
  ];
}

async function overviewOf(engine: Engine, { live, jobs, defaultRoot }: OverviewParts): Promise<Overview> {
  const open = new Set(engine.openRoots());
  const entries = await engine.catalog();
  const known = new Set(entries.map(({ path }) => path));
  return {
    version: VERSION,
    defaultRepository: entries.find(({ path }) => path === defaultRoot)?.name ?? null,
    repositories: entries.map((entry) => ({
      name: entry.name,
      path: entry.path,
      type: entry.type,
      files: entry.files,
      generation: entry.generation,
      revision: entry.revision,
      version: entry.version?.text ?? null,
      indexedAt: new Date(entry.indexedAt).toISOString(),
      packages: entry.packages.map(({ name, root }) => ({ name, folder: root })),
      problems: entry.problems.map(({ code, message }) => ({ code, message })),
      isOpen: open.has(entry.path),
      isPresent: existsSync(entry.path),
      progress: live.progress.get(entry.path) ?? null,
    })),
    pending: [...live.progress]
      .filter(([path]) => !known.has(path))
      .map(([path, progress]) => ({ path, progress })),
    jobs: jobs.list(),
  };
}
