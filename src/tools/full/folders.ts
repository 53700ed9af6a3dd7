import { displayPath } from "../../core/rel-path.ts";
import type { ViewQuestions } from "../../engine/engine.ts";

/** The indexed and skipped files of a view as a tree; names are fit for printing. */
export interface Folder {
  name: string;
  /** Files in it and below. */
  count: number;
  folders: Map<string, Folder>;
  files: { name: string; note: string }[];
}

export async function readFolders(view: ViewQuestions): Promise<Folder> {
  const root: Folder = newFolder("");
  for (const file of await view.listFiles()) {
    const parts = file.path.split("/");
    let folder = root;
    folder.count += 1;
    for (const part of parts.slice(0, -1)) {
      let child = folder.folders.get(part);
      if (!child) {
        child = newFolder(displayPath(part));
        folder.folders.set(part, child);
      }
      child.count += 1;
      folder = child;
    }
    const note = "language" in file ? file.language : `not indexed: ${file.skipped}`;
    folder.files.push({ name: displayPath(parts.at(-1)!), note });
  }
  return root;
}

function newFolder(name: string): Folder {
  return { name, count: 0, folders: new Map(), files: [] };
}

export function folderAt(root: Folder, path: string): Folder | null {
  let folder: Folder | undefined = root;
  for (const part of path.split("/").filter((one) => one !== "" && one !== ".")) {
    folder = folder?.folders.get(part);
  }
  return folder ?? null;
}
