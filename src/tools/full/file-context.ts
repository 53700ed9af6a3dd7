import { z } from "zod";
import { marksOf, renderImportChain } from "../../engine/engine.ts";
import { defineTool } from "../contract.ts";
import { requireFile } from "../indexed-file.ts";
import { outlineOf } from "../outline.ts";
import { suggestTrace } from "../suggestion.ts";
import { traceGroup } from "../trace.ts";

const MAX_ROWS = 30;
const MAX_IMPORT_LINES = 60;

export default defineTool({
  name: "get_file_context",
  title: "A file and what is around it",
  description: "The outline of one file, what it imports, what it uses and who uses it.",
  input: {
    file_path: z.string().min(1).max(4000).describe("Path inside the repository"),
    include_callers: z.boolean().default(true).describe("Who uses what the file defines"),
    include_callees: z.boolean().default(true).describe("What the file uses"),
    import_depth: z
      .number()
      .int()
      .min(0)
      .max(6)
      .optional()
      .describe("Levels of imports; default 3, 0 shows none"),
  },
  spansRepositories: true,
  answer: async (session, input) => {
    const path = await session.about(input.file_path, async (view, asked, show) =>
      show((await requireFile(view, asked)).path),
    );
    const outline = await outlineOf(session, path);
    const [group] = (await session.searcher.symbols(path, { includesFiles: true })).groups;
    const follow = (relation: "dependents" | "dependencies") =>
      traceGroup(session, group!, { relation, depth: 1, min_tier: "heuristic", limit: MAX_ROWS });
    const users = input.include_callers ? await follow("dependents") : null;
    const used = input.include_callees ? await follow("dependencies") : null;
    const depth = input.import_depth ?? session.defaults.importDepth;
    const chain = depth > 0 ? await session.importChain(path, depth) : null;
    const imports = chain ? renderImportChain(chain, MAX_IMPORT_LINES).slice(1) : [];
    const marks = chain ? marksOf(chain) : "";
    return {
      ...outline,
      notes: [...(outline.notes ?? []), ...(users?.notes ?? []), ...(used?.notes ?? [])],
      body: [
        "defines:",
        ...outline.body,
        ...(imports.length > 0 ? [`imports${marks}:`, ...imports] : marks === "" ? [] : [`imports${marks}`]),
        ...(users ? [`used by: ${users.head}`, ...users.body.map((line) => `  ${line}`)] : []),
        ...(used ? [`uses: ${used.head}`, ...used.body.map((line) => `  ${line}`)] : []),
      ],
      data: {
        fields: outline.data.fields,
        lists: {
          ...outline.data.lists,
          imports,
          external: chain?.outside ?? [],
          callers: users?.data.lists?.rows ?? [],
          callees: used?.data.lists?.rows ?? [],
        },
      },
      next: suggestTrace(path, "dependents"),
      quotes: [path, ...(users?.quotes ?? []), ...(used?.quotes ?? [])],
    };
  },
});
