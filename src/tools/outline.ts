import { z } from "zod";
import { plural } from "../core/counts.ts";
import { summariseFile } from "../core/file-summary.ts";
import { displayPath } from "../core/rel-path.ts";
import type { ViewSession } from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { requireFile } from "./indexed-file.ts";

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

export async function outlineOf(session: ViewSession, given: string): Promise<Answer> {
  const { path, blob } = await requireFile(session, given);
  const facts = (await session.reader.facts([blob]))[0]!;
  const symbols = facts.symbols.filter((symbol) => symbol.scope !== "local");
  const summary = (await session.writtenSummary(blob)) || summariseFile(facts, path);
  const state = facts.status === "full" ? "" : `, parsed: ${facts.status}`;
  return {
    head: `${displayPath(path)}, ${facts.language}, ${plural(symbols.length, "symbol")}, ${plural(facts.lines, "line")}, ${plural(facts.tokens, "token")}${state}`,
    notes: summary ? [summary] : [],
    body: symbols.map((symbol) => {
      const depth = Math.min(symbol.qualifiedName.split(".").length - 1, MAX_INDENT);
      const lines = `${symbol.span.startLine}-${symbol.span.endLine}`.padStart(9);
      return `${lines}  ${"  ".repeat(depth)}${symbol.signature || symbol.name}`;
    }),
    next: symbols[0]
      ? `clew symbol "${displayPath(path)}#${symbols[0].qualifiedName}"`
      : `clew status --why "${displayPath(path)}"`,
    data: { fields: { path, language: facts.language, status: facts.status, summary }, lists: { symbols } },
    outcome: symbols.length > 0 ? "found" : "none",
    quotes: [path],
  };
}
