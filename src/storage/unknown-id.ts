import { AppError } from "../core/errors.ts";
import type { StorageErrorCode } from "./errors.ts";

export function throwUnknown(what: string, id: number): never {
  throw new AppError(
    "INDEX_UNKNOWN_ID" satisfies StorageErrorCode,
    `there is no ${what} ${id} in this index`,
    {
      hint: "take ids from the same store, after its last garbage collection",
    },
  );
}
