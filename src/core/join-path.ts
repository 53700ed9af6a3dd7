/** `relative` seen from the folder `folder`, normalised; null when it leaves the root. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (parts.length === 0) return null;
      parts.pop();
    } else parts.push(part);
  }
  return parts.join("/");
}

/** The folder itself and each one above it, innermost first, ending with the root "". */
export function* foldersUp(folder: string): Generator<string> {
  let at = folder;
  yield at;
  while (at !== "") {
    const slash = at.lastIndexOf("/");
    at = slash < 0 ? "" : at.slice(0, slash);
    yield at;
  }
}

/** How many leading path components two folders share. */
export function sharedDepth(a: string, b: string): number {
  const left = a.split("/");
  const right = b.split("/");
  let depth = 0;
  while (depth < left.length && depth < right.length && left[depth] === right[depth]) depth += 1;
  return depth;
}
