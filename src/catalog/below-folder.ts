/** Whether a path lies in a folder; everything lies in the empty one. */
export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
