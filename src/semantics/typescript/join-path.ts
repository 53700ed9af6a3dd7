/** `a/b` + `../c` → `a/c`; null when it leaves the root. */
export function joinInside(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
