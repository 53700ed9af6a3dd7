/** What one file holds, from the index. */
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import { summariseFile } from "../../core/file-summary.ts";
import type { RelPath } from "../../core/rel-path.ts";
import type { ViewFile } from "../../storage/contract.ts";
import type { ViewSession } from "../session.ts";

export interface FileOutline {
  path: RelPath;
  language: string;
  status: BlobFacts["status"];
  lines: number;
  tokens: number;
  /** In document order, without those inside bodies. */
  symbols: SymbolFact[];
  /** What the file is for, in one line; empty when nothing can be said. */
  summary: string;
}

export async function outlineOfFile(view: ViewSession, { path, blob }: ViewFile): Promise<FileOutline> {
  const facts = (await view.reader.facts([blob]))[0]!;
  return {
    path,
    language: facts.language,
    status: facts.status,
    lines: facts.lines,
    tokens: facts.tokens,
    symbols: facts.symbols.filter((symbol) => symbol.scope !== "local"),
    summary: (await view.writtenSummary(blob)) || summariseFile(facts, path),
  };
}
