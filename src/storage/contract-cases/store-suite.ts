import { expect } from "vitest";
import type { AppError } from "../../core/errors.ts";
import type { BlobId, RecordStore, ViewId } from "../contract.ts";
import type { toyBlob } from "../contract-fixtures.ts";

/** What the cases work with: a store that is new for every test. */
export interface StoreSuite {
  readonly store: RecordStore;
  append(...blobs: ReturnType<typeof toyBlob>[]): Promise<BlobId[]>;
  dumpOf(view: ViewId): Promise<string[]>;
}

export async function expectCode(call: Promise<unknown>, code: string): Promise<void> {
  const error = await call.then(
    () => null,
    (thrown: AppError) => thrown,
  );
  expect(error?.code).toBe(code);
}
