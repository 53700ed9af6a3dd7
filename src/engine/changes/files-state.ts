/** States of the files of a repository that can be compared: a commit, git's index, the working tree, a patched tree. */
import { AppError } from "../../core/errors.ts";
import { displayPath, type RelPath } from "../../core/rel-path.ts";
import type { ViewReader } from "../../storage/contract.ts";
import { readRootLayout } from "../../workspace/git-layout.ts";
import { readBlobs, readStagedFiles, readTree, resolveRevision } from "../../workspace/git-objects.ts";
import type { RootJail } from "../../workspace/path-jail.ts";
import type { GitPlaces } from "../../workspace/quiet-git.ts";
import { ENGINE_ERRORS } from "../errors.ts";

export interface FilesState {
  /** Commit id; null for what is no commit. */
  revision: string | null;
  /** Git's blob id of every file that is known here. */
  ids: ReadonlyMap<RelPath, string>;
  /** Whether something lies at a path, be it indexed or not. */
  has(path: RelPath): boolean;
  /** Those that cannot be read are absent. */
  contents(paths: readonly RelPath[]): Promise<Map<RelPath, Buffer>>;
}

export function gitPlacesOf(root: string): GitPlaces {
  const layout = readRootLayout(root);
  if (layout.kind === "git") return layout.places;
  throw new AppError("CHANGES_NEED_GIT", `${displayPath(root)} is not a git repository`, {
    hint: ENGINE_ERRORS.CHANGES_NEED_GIT,
  });
}

export async function committedState(places: GitPlaces, text: string): Promise<FilesState> {
  const revision = await resolveRevision(places, text);
  if (revision === null)
    throw new AppError("CHANGES_BASE_UNKNOWN", `no revision ${text} in ${displayPath(places.workTree)}`, {
      hint:
        text === "HEAD"
          ? "the repository has no commit yet; commit first"
          : ENGINE_ERRORS.CHANGES_BASE_UNKNOWN,
    });
  return { revision, ...objects(places, await readTree(places, revision)) };
}

export async function stagedState(places: GitPlaces): Promise<FilesState> {
  return { revision: null, ...objects(places, await readStagedFiles(places)) };
}

function objects(
  places: GitPlaces,
  ids: ReadonlyMap<RelPath, string>,
): Pick<FilesState, "ids" | "has" | "contents"> {
  return {
    ids,
    has: (path) => ids.has(path),
    contents: async (paths) => {
      const blobs = await readBlobs(
        places,
        paths.flatMap((path) => ids.get(path) ?? []),
      );
      return new Map(
        paths.flatMap((path) => {
          const bytes = blobs.get(ids.get(path) ?? "");
          return bytes ? [[path, bytes] as const] : [];
        }),
      );
    },
  };
}

/** The files that are indexed, as they are now. */
export async function workingState(
  reader: ViewReader,
  jail: RootJail,
  maxBytes: number,
): Promise<FilesState> {
  const files = await reader.files();
  const ids = new Map(files.map(({ path, hash }) => [path, hash as string]));
  return {
    revision: null,
    ids,
    has: (path) => ids.has(path) || jail.stat(path) !== null || jail.isClosed(path),
    contents: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const read = jail.read(path, { maxBytes });
          return read.ok ? [[path, read.bytes] as const] : [];
        }),
      ),
  };
}

/** Another state with some files in place of its own; null takes one away. */
export function replacedState(
  state: FilesState,
  replaced: ReadonlyMap<RelPath, { id: string; bytes: Buffer } | null>,
): FilesState {
  const ids = new Map(state.ids);
  for (const [path, file] of replaced) {
    if (file) ids.set(path, file.id);
    else ids.delete(path);
  }
  return {
    revision: null,
    ids,
    has: (path) => (replaced.has(path) ? replaced.get(path) !== null : state.has(path)),
    contents: async (paths) => {
      const own = await state.contents(paths.filter((path) => !replaced.has(path)));
      for (const path of paths) {
        const file = replaced.get(path);
        if (file) own.set(path, file.bytes);
      }
      return own;
    },
  };
}
