/** Questions about one file: its text with colours, what it defines and who uses that, what a word in it means. */
import { z } from "zod";
import { type Engine, TOKEN_CLASSES, type ViewQuestions } from "../engine/engine.ts";
import { requireFile } from "../tools/indexed-file.ts";
import { type ApiParts, apiRoute } from "./api-route.ts";
import type { DefinitionAnswer, FilePage, SourcePage } from "./contract.ts";
import { numberInput, pathInput, repoInput } from "./inputs.ts";
import { readRepository } from "./read-repository.ts";
import { pageOfSource } from "./source-pages.ts";

export function fileRoutes(parts: ApiParts) {
  return [
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/source",
        name: "source",
        summary: "Lines of a file as they are now, with colours; secrets are blanked",
        input: {
          repo: repoInput,
          path: pathInput,
          from: numberInput(1, 10_000_000, 1, "First line"),
          lines: numberInput(1, 5_000, 2_000, "Lines at most"),
        },
        answerIs: "Lines, spans of tokens, and where the next page begins",
        answer: ({ repo, path, from, lines }, { engine, signal }): Promise<SourcePage> =>
          readRepository(engine, repo, signal, (view) =>
            sourceOf(engine, view, { path, from, lines, signal }),
          ),
      },
      parts,
    ),
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/file",
        name: "file",
        summary:
          "What a file defines, who uses it and how that is known, tests that touch it, how often it changes",
        input: { repo: repoInput, path: pathInput },
        answerIs: "Outline with users by tier, tests, changes",
        answer: ({ repo, path }, { engine, signal }): Promise<FilePage> =>
          readRepository(engine, repo, signal, (view) => describeFile(view, path)),
      },
      parts,
    ),
    apiRoute(
      {
        method: "GET",
        path: "/api/v1/definition",
        name: "definition",
        summary: "What a word on a line of a file means",
        input: {
          repo: repoInput,
          path: pathInput,
          line: z.coerce.number().int().min(1).describe("Line of the word"),
          name: z.string().min(1).max(200).describe("The word"),
        },
        answerIs: "Definitions, each with how it is known that it is meant",
        answer: ({ repo, path, line, name }, { engine, signal }): Promise<DefinitionAnswer> =>
          readRepository(engine, repo, signal, async (view) => {
            const found = await view.definitionAt(path, line, name);
            return found ?? { isDefinition: false, hits: [] };
          }),
      },
      parts,
    ),
  ];
}

async function sourceOf(
  engine: Engine,
  view: ViewQuestions,
  { path, from, lines, signal }: { path: string; from: number; lines: number; signal: AbortSignal },
): Promise<SourcePage> {
  const file = await requireFile(view, path);
  // Gone since the scan: the next generation says so.
  const text = (await view.readText(path)) ?? "";
  const spans = await engine.highlight(file.language, text, signal);
  return {
    path,
    language: file.language,
    generation: view.info.generation,
    classes: TOKEN_CLASSES,
    ...pageOfSource(text, spans, from, lines),
  };
}

async function describeFile(view: ViewQuestions, path: string): Promise<FilePage> {
  const outline = await view.outline(await requireFile(view, path));
  const { symbols, tests, changes } = await view.usesOfFile(path);
  const { language, summary, status, lines, tokens } = outline;
  return { path, language, summary, status, lines, tokens, symbols, tests, changes };
}
