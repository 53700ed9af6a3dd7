import { qualify } from "../core/qualified-places.ts";

/** How an answer calls a file: `repository:path` where several repositories are asked. */
export function placeOfFile({ path, repository }: { path: string; repository?: string | undefined }): string {
  return repository === undefined ? path : qualify(repository, path);
}
