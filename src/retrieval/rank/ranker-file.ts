import type { RankerText } from "./ranker-model.ts";

let loading: Promise<RankerText | null> | null = null;

/** Read by the first search of a process, so that commands that rank nothing do not pay for it. */
export function loadRanker(): Promise<RankerText | null> {
  loading ??= import("./ranker.json").then((module) => module.default as unknown as RankerText);
  return loading;
}
