/** Links of compiler grade in the place of those that rules made. */
import { parseRelPath } from "../../core/rel-path.ts";
import {
  type CompilerReport,
  importScipIndex,
  type RefineInput,
  refineWithTypeScript,
} from "../../indexing/compiler-links.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import { type RefreshOptions, type RepositoryParts, underLock } from "./parts.ts";

/** Lets the TypeScript compiler replace the links of the files it reads. */
export function refine(parts: RepositoryParts, options: RefreshOptions): Promise<CompilerReport> {
  const onProgress = options.onProgress ?? (() => {});
  return underLock(parts, undefined, () =>
    refineWithTypeScript(refineInput(parts, options), parts.typescript, (done, total) =>
      onProgress({ phase: "compile", done: Math.min(done, total), total }),
    ),
  );
}

/** Takes over the edges of a SCIP index. */
export function importScip(
  parts: RepositoryParts,
  bytes: Uint8Array,
  options: RefreshOptions,
): Promise<CompilerReport> {
  const readText = async (path: string) => {
    const rel = parseRelPath(path);
    const read = rel && parts.jail.read(rel, { maxBytes: parts.settings.maxFileBytes });
    return read?.ok ? decodeSource(read.bytes).text : null;
  };
  return underLock(parts, undefined, () => importScipIndex(refineInput(parts, options), bytes, readText));
}

function refineInput({ store, jail }: RepositoryParts, options: RefreshOptions): RefineInput {
  const signal = options.signal ?? new AbortController().signal;
  return { store, root: jail.root, now: Date.now, signal };
}
