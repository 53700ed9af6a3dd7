/** What rules are asked with first: the outline of a content at its path. */
import type { FrameworkOutline } from "../frameworks/contract.ts";
import type { BlobOutline, ViewFile } from "../storage/contract.ts";

export function outlineOf({ path, language }: ViewFile, whole: BlobOutline): FrameworkOutline {
  const { symbols, imports, exports, packageName } = whole;
  const outline: FrameworkOutline = { path, language, symbols, imports, exports };
  return packageName === undefined ? outline : { ...outline, packageName };
}
