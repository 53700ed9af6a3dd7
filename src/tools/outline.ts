import { z } from "zod";
import { plural } from "../core/counts.ts";
import { spokenName } from "../core/spoken-name.ts";
import type { FileOutline, ScopeSession } from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { requireFile } from "./indexed-file.ts";
import { suggestSymbol, suggestWhy } from "./suggestion.ts";

const MAX_INDENT = 6;

export const outlineInput = { file: z.string().min(1).max(4000).describe("Path inside the repository") };

/** A command of its own; over MCP it is get_file_outline. */
export default defineTool({
  name: "outline",
  title: "Symbols of one file",
  description: "The symbols of one file with their lines and signatures, in document order.",
  input: outlineInput,
  positional: ["file"],
  answer: (session, input) => outlineOf(session, input.file),
});

export function outlineOf(session: ScopeSession, given: string): Promise<Answer> {
  return session.about(given, async (view, asked, show) =>
    describeOutline(await view.outline(await requireFile(view, asked)), show),
  );
}

function describeOutline(outline: FileOutline, show: (path: string) => string): Answer {
  const { language, status, symbols, lines, tokens, summary } = outline;
  const path = show(outline.path);
  const state = status === "full" ? "" : `, parsed: ${status}`;
  return {
    head: `${spokenName(path)}, ${language}, ${plural(symbols.length, "symbol")}, ${plural(lines, "line")}, ${plural(tokens, "token")}${state}`,
    body: [...(summary ? [summary] : []), ...symbols.map(symbolLine)],
    next: symbols[0] ? suggestSymbol(`${path}#${symbols[0].qualifiedName}`) : suggestWhy(path),
    data: { fields: { path, language, status, summary }, lists: { symbols } },
    outcome: symbols.length > 0 ? "found" : "none",
    quotes: [path],
  };
}

function symbolLine({ qualifiedName, span, signature, name }: FileOutline["symbols"][number]): string {
  const depth = Math.min(qualifiedName.split(".").length - 1, MAX_INDENT);
  const range = `${span.startLine}-${span.endLine}`.padStart(9);
  return `${range}  ${"  ".repeat(depth)}${signature || name}`;
}
