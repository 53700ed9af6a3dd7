import type { ViewReader } from "../../storage/contract.ts";

/** Files that a path may mean: those that end with it, else those of the same name. Never taken in its place. */
export async function pathsLike(reader: ViewReader, path: string): Promise<string[]> {
  const name = path.split("/").at(-1)!;
  const files = (await reader.files()).map((file): string => file.path);
  const ending = files.filter((one) => one.endsWith(`/${path}`));
  return ending.length > 0 ? ending : files.filter((one) => one === name || one.endsWith(`/${name}`));
}
