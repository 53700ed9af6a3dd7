/** The two states that a patch speaks of. It is data: nothing is written, whichever way it fits. */
import { hashContent } from "../../../core/content-hash.ts";
import { AppError } from "../../../core/errors.ts";
import { displayPath, type RelPath } from "../../../core/rel-path.ts";
import { decodeSource } from "../../../parsing/decode-source.ts";
import { ENGINE_ERRORS } from "../../errors.ts";
import { type FilesState, replacedState } from "../files-state.ts";
import { splitLines } from "../line-diff.ts";
import { applyHunks, reversed } from "./fit-hunks.ts";
import { type FilePatch, readPatch } from "./read-patch.ts";

export interface PatchedStates {
  before: FilesState;
  after: FilesState;
  /** Whether the working tree holds the patch already. */
  isApplied: boolean;
}

type Replacement = Map<RelPath, { id: string; bytes: Buffer } | null>;

/** Tried as something to come, then as something done. */
export async function patchedStates(working: FilesState, text: string): Promise<PatchedStates> {
  const files = readPatch(text);
  const paths = files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]).filter((path) => path !== null);
  const contents = await working.contents([...new Set(paths)]);
  const forward = replacements(files, contents);
  if (forward.misfit === null)
    return { before: working, after: replacedState(working, forward.replaced), isApplied: false };
  const back = replacements(files.map(turned), contents);
  if (back.misfit === null)
    return { before: replacedState(working, back.replaced), after: working, isApplied: true };
  throw new AppError("CHANGES_PATCH_MISFIT", `the patch does not fit ${displayPath(forward.misfit)}`, {
    hint: ENGINE_ERRORS.CHANGES_PATCH_MISFIT,
  });
}

function turned({ oldPath, newPath, hunks }: FilePatch): FilePatch {
  return { oldPath: newPath, newPath: oldPath, hunks: reversed(hunks) };
}

function replacements(
  files: readonly FilePatch[],
  contents: ReadonlyMap<RelPath, Buffer>,
): { replaced: Replacement; misfit: RelPath | null } {
  const replaced: Replacement = new Map();
  for (const { oldPath, newPath, hunks } of files) {
    const source = oldPath ?? newPath;
    if (source === null) continue;
    const bytes = oldPath === null ? Buffer.alloc(0) : contents.get(oldPath);
    const isTaken = oldPath === null && contents.has(newPath!);
    const lines = bytes && applyHunks(splitLines(decodeSource(bytes).text), hunks);
    if (!lines || isTaken) return { replaced, misfit: source };
    if (oldPath !== null && oldPath !== newPath) replaced.set(oldPath, null);
    if (newPath === null) continue;
    // A rename without hunks keeps its bytes, and with them its name in git.
    const made = hunks.length === 0 ? bytes : Buffer.from(lines.map((line) => `${line}\n`).join(""));
    replaced.set(newPath, { id: hashContent(made), bytes: made });
  }
  return { replaced, misfit: null };
}
