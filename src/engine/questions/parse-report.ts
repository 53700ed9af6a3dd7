/** How one file was read when it was indexed. */
import type { BlobFacts } from "../../core/facts.ts";
import type { ViewFile, ViewReader } from "../../storage/contract.ts";

export interface ParseReport
  extends Pick<BlobFacts, "language" | "status" | "lines" | "tokens" | "problems"> {
  symbols: number;
}

export async function parseReportOf(reader: ViewReader, file: ViewFile): Promise<ParseReport> {
  const { language, status, lines, tokens, problems, symbols } = (await reader.facts([file.blob]))[0]!;
  return { language, status, lines, tokens, problems, symbols: symbols.length };
}
