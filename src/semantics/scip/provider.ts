/** A SCIP index as a provider without a process: what any indexer found, for files whose content it still describes. */
import type { AnalysedFile, AnalyseRequest, ProviderDefinition, SemanticsProvider } from "../contract.ts";
import { COMPILER_EDGE_KINDS } from "../edge-sink.ts";
import { importScip, type ScipFile } from "./import-scip.ts";

export const scip: ProviderDefinition = { id: "scip", openImport: (bytes) => new ScipProvider(bytes) };

class ScipProvider implements SemanticsProvider {
  readonly edgeKinds = COMPILER_EDGE_KINDS;
  readonly #bytes: Uint8Array;
  #described: ReadonlySet<string> = new Set();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Which files the index describes is known once it is read. */
  speaksFor(): boolean {
    return true;
  }

  seesTargetsIn(path: string): boolean {
    return this.#described.has(path);
  }

  async *analyse({ files, factsOf, readText }: AnalyseRequest): AsyncGenerator<AnalysedFile> {
    const present = new Map<string, ScipFile>();
    for await (const { path, facts } of factsOf(files.map((file) => file.path))) {
      const text = await readText(path);
      if (text !== null) present.set(path, { facts, text });
    }
    const { links, stale, unknown } = importScip(this.#bytes, { files: present });
    this.#described = new Set(links.keys());
    for (const [path, made] of links) yield { path, links: made };
    for (const path of stale) yield { path, skipped: "stale", detail: "changed since the index was made" };
    for (const path of unknown) yield { path, skipped: "unknown", detail: "not in the view" };
  }
}
