/** Links of compiler grade in the place of those that rules made. */
import { parseRelPath } from "../../core/rel-path.ts";
import { type CompilerReport, type RefineInput, refineWith } from "../../indexing/compiler-links.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import type { ProviderDefinition, SemanticsProvider } from "../../semantics/contract.ts";
import { scip } from "../../semantics/scip/provider.ts";
import { type RefreshOptions, type RepositoryParts, underLock } from "./parts.ts";

/** Lets every provider that reads the tree itself replace the links of the files it speaks for, strongest first. */
export async function refine(parts: RepositoryParts, options: RefreshOptions): Promise<CompilerReport> {
  const onProgress = options.onProgress ?? (() => {});
  const onFile = (done: number, total: number) =>
    onProgress({ phase: "compile", done: Math.min(done, total), total });
  const { open, known } = parts.semantics;
  return underLock(parts, undefined, async () => {
    const input = refineInput(parts, options);
    const { generation } = await parts.store.openView(input.root);
    let all: CompilerReport = { generation, refined: 0, stale: [], unknown: [], notes: [] };
    const failures: unknown[] = [];
    for (const [definition, provider] of open) {
      try {
        const report = await refineWith(input, { definition, provider, known }, onFile);
        all = { ...report, refined: all.refined + report.refined, notes: [...all.notes, ...report.notes] };
      } catch (error) {
        // One compiler that fails is no reason to go without the others.
        failures.push(error);
        input.signal.throwIfAborted();
      }
    }
    if (failures.length > 0) throw failures[0];
    return all;
  });
}

/** Takes over the edges of a SCIP index. */
export function importScip(
  parts: RepositoryParts,
  bytes: Uint8Array,
  options: RefreshOptions,
): Promise<CompilerReport> {
  const { known } = parts.semantics;
  const provider = scip.openImport!(bytes);
  return underLock(parts, undefined, () =>
    refineWith(refineInput(parts, options), { definition: scip, provider, known }),
  );
}

/** Providers that read the tree, opened once for all repositories of an engine. */
export class OpenProviders {
  readonly known: readonly ProviderDefinition[];
  readonly open: ReadonlyMap<ProviderDefinition, SemanticsProvider>;

  constructor(known: readonly ProviderDefinition[]) {
    this.known = known;
    this.open = new Map(known.flatMap((each) => (each.open ? [[each, each.open()] as const] : [])));
  }

  close(): void {
    for (const provider of this.open.values()) provider.close?.();
  }
}

function refineInput({ store, jail, settings }: RepositoryParts, options: RefreshOptions): RefineInput {
  const signal = options.signal ?? new AbortController().signal;
  const readText = async (path: string) => {
    const rel = parseRelPath(path);
    const read = rel && jail.read(rel, { maxBytes: settings.maxFileBytes });
    return read?.ok ? decodeSource(read.bytes).text : null;
  };
  return { store, root: jail.root, now: Date.now, readText, signal };
}
