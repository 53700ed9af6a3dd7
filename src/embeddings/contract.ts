/** What a search and an update ask of a model. */
import type { VectorModel } from "../core/vector-model.ts";

/** Turns questions into vectors that can be compared with those of one model. */
export interface QueryModel {
  readonly model: VectorModel;
  embedQuery(text: string, signal?: AbortSignal): Promise<ArrayLike<number>>;
  /** Rows of int8 for short texts such as paths; absent when that would cost requests. */
  embedNames?(names: readonly string[]): Int8Array;
}
