import type { Generation, ViewId } from "../ids.ts";
import type { ViewChange } from "../records/contract.ts";
import type { RecordChange } from "./contract.ts";

export function describePublish(view: ViewId, generation: Generation, change: ViewChange): RecordChange {
  const { upsert, remove } = change;
  return {
    kind: "published",
    view,
    generation,
    upserted: upsert.map(({ path }) => path),
    removed: [...remove],
    blobs: [...new Set(upsert.map(({ blob }) => blob))],
  };
}
