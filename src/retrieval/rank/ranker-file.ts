import type { RankerText } from "./ranker-model.ts";

let loading: Promise<RankerText> | undefined;

/** Read by the first search of a process, so that commands that rank nothing do not pay for it. */
export function loadRanker(): Promise<RankerText> {
  loading ??= import("./ranker.json").then((module) => module.default as unknown as RankerText);
  return loading;
}
