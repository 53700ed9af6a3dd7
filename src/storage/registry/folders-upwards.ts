/** The path itself, then every folder above it. */
export function* foldersUpwards(path: string): Generator<string> {
  yield path;
  for (let at = lastSeparator(path, path.length); at > 0; at = lastSeparator(path, at))
    yield path.slice(0, at);
  if (path.startsWith("/")) yield "/";
}

function lastSeparator(path: string, before: number): number {
  const slash = path.lastIndexOf("/", before - 1);
  return process.platform === "win32" ? Math.max(slash, path.lastIndexOf("\\", before - 1)) : slash;
}
