/** Links of compiler grade in the place of those that rules made. */
import { AppError } from "../../core/errors.ts";
import { parseRelPath } from "../../core/rel-path.ts";
import {
  type CompilerReport,
  type OpenProvider,
  type RefineInput,
  refineWith,
  ViewMoved,
} from "../../indexing/compiler-links.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import { SEMANTICS_ERRORS } from "../../semantics/errors.ts";
import { scip } from "../../semantics/scip/provider.ts";
import type { Generation } from "../../storage/contract.ts";
import { type RefreshOptions, type RepositoryParts, underLock, withReader } from "./parts.ts";

/** Lets every provider that reads the tree itself replace the links of the files it speaks for, strongest first. */
export async function refine(parts: RepositoryParts, options: RefreshOptions): Promise<CompilerReport> {
  const onProgress = options.onProgress ?? (() => {});
  const onFile = (done: number, total: number) =>
    onProgress({ phase: "compile", done: Math.min(done, total), total });
  return underLock(parts, undefined, async () => {
    const input = refineInput(parts, options);
    const { generation } = await parts.store.openView(input.root);
    const report = await askEach(parts, input.signal, (open) => refineWith(input, open, onFile));
    return report ?? { generation, refined: 0, stale: [], unknown: [], skipped: [], notes: [] };
  });
}

/** The reports as one; null when `ask` has none. One compiler that fails is no reason to go without the others. */
async function askEach(
  parts: RepositoryParts,
  signal: AbortSignal,
  ask: (open: OpenProvider) => Promise<CompilerReport | null>,
): Promise<CompilerReport | null> {
  refuseWhenOff(parts);
  const { known, open } = parts.semantics;
  const reports: CompilerReport[] = [];
  const failures: unknown[] = [];
  for (const [definition, provider] of open) {
    try {
      const report = await ask({ definition, provider, known });
      if (report) reports.push(report);
    } catch (error) {
      failures.push(error);
      signal.throwIfAborted();
    }
  }
  const [last] = reports.slice(-1);
  const all = last && {
    ...last,
    refined: reports.reduce((sum, { refined }) => sum + refined, 0),
    skipped: reports.flatMap(({ skipped }) => skipped),
    notes: reports.flatMap(({ notes }) => notes),
  };
  if (all) parts.semantics.note(parts.jail.root, all);
  if (failures.length > 0) throw failures[0];
  return all ?? null;
}

/** How often a run begins anew because the tree changed under it, before it is left to the next edit. */
const MAX_MOVES = 20;
/** A first pass over a large tree takes minutes; what is done is of use, and each generation costs readers something. */
const SLICE_MS = 20_000;

export interface BesideOptions extends RefreshOptions {
  /** Whether a tree that no compiler has seen may be begun with. */
  mayBegin: boolean;
  onPublished: (before: Generation, after: Generation) => void;
}

/**
 * The same beside other writers: the lock is held only to publish, and what somebody else publishes meanwhile makes the
 * run begin anew. Null when there is nothing to keep warm: no compiler has seen the tree, and none may yet.
 */
export async function refineBeside(
  parts: RepositoryParts,
  options: BesideOptions,
): Promise<CompilerReport | null> {
  const input: RefineInput = {
    ...refineInput(parts, options),
    makers: parts.semantics.makersIn(parts.store),
    beside: {
      sliceMs: SLICE_MS,
      locked: (publish) => underLock(parts, options.signal, publish),
      onPublished: options.onPublished,
    },
  };
  return askEach(parts, input.signal, async (open) => {
    if (!(await isToBeKept(parts, open, options.mayBegin))) return null;
    for (let moves = 0; ; moves++) {
      try {
        return await refineWith(input, open);
      } catch (error) {
        if (!(error instanceof ViewMoved) || moves === MAX_MOVES) throw error;
      }
    }
  });
}

/** What a compiler has seen is kept as it saw it; a tree that none has seen is begun with where that pays. */
async function isToBeKept(
  parts: RepositoryParts,
  { definition: { id }, provider }: OpenProvider,
  mayBegin: boolean,
): Promise<boolean> {
  return withReader(parts, async (reader) => {
    const sources = (await reader.files()).filter((file) => provider.speaksFor(file.path));
    if (sources.length === 0) return false;
    if (mayBegin && sources.length <= parts.settings.semanticsMaxFiles) return true;
    const makers = await parts.semantics.makersIn(parts.store).of(reader, sources);
    return makers.some(({ maker }) => maker?.provider === id);
  });
}

function refuseWhenOff({ settings }: RepositoryParts): void {
  if (settings.semantics !== "off") return;
  throw new AppError("SEMANTICS_OFF", "the setting `semantics` is off", {
    hint: SEMANTICS_ERRORS.SEMANTICS_OFF,
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

function refineInput({ store, jail, settings }: RepositoryParts, options: RefreshOptions): RefineInput {
  const signal = options.signal ?? new AbortController().signal;
  const readText = async (path: string) => {
    const rel = parseRelPath(path);
    const read = rel && jail.read(rel, { maxBytes: settings.maxFileBytes });
    return read?.ok ? decodeSource(read.bytes).text : null;
  };
  return { store, root: jail.root, now: Date.now, readText, signal };
}
