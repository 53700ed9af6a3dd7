import { AppError } from "../core/errors.ts";
import type { VectorModel } from "./contract.ts";
import type { StorageErrorCode } from "./errors.ts";

/** Vectors of another length would be read as those of other chunks. */
export function assertVectorRows(model: VectorModel, rows: Int8Array): void {
  if (model.dims > 0 && rows.length > 0 && rows.length % model.dims === 0) return;
  throw new AppError(
    "INDEX_BAD_VECTORS" satisfies StorageErrorCode,
    `${rows.length} numbers are not vectors of ${model.dims} dimensions`,
    { hint: "give one vector per chunk and one for the whole" },
  );
}
