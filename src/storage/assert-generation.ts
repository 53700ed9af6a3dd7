import { AppError } from "../core/errors.ts";
import type { Generation, ViewInfo } from "./contract.ts";
import type { StorageErrorCode } from "./errors.ts";

/** A change was made for one generation; another writer may have come first. */
export function assertGeneration(
  { root, generation }: Pick<ViewInfo, "root" | "generation">,
  expected: Generation,
): void {
  if (generation === expected) return;
  throw new AppError(
    "INDEX_CONFLICT" satisfies StorageErrorCode,
    `view ${root} is at generation ${generation}, not ${expected}`,
    { hint: "read the view again and repeat the update", retryable: true },
  );
}
