/** Which files of a view the C# compiler is given. */

/** Also those that cannot be sources of a project, such as scripts, are passed over by it. */
export function isCSharpSource(path: string): boolean {
  return path.endsWith(".cs");
}

/** What says how sources are compiled, read as data. */
export function isCSharpProjectFile(path: string): boolean {
  return /\.(?:csproj|props|targets|sln|slnx)$/i.test(path);
}
