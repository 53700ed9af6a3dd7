/** What searches and updates ask of embeddings. */
import type { VectorModel } from "../core/vector-model.ts";

export interface Question {
  text: string;
  /** What was understood of a long text, each term with its weight, for models of terms; absent when every word counts. */
  terms?: readonly (readonly [term: string, weight: number])[] | undefined;
}

/** Turns questions into vectors that can be compared with those of one model. */
export interface QueryModel {
  readonly model: VectorModel;
  embedQuery(question: Question, signal?: AbortSignal): Promise<ArrayLike<number>>;
  /** Whether it has learned one of the terms as a word; absent for a model that cannot tell. */
  knows?(terms: readonly string[]): boolean;
  /** Rows of int8 for short texts such as paths; absent when that would cost requests. */
  embedNames?(names: readonly string[]): Int8Array;
}

/** Models that ask and models that answer treat the two differently. */
export interface EmbeddingText {
  kind: "query" | "document";
  text: string;
}

/**
 * A model that reads text: in this process or behind an address. It holds no state of ours; cancelling a call leaves
 * nothing behind.
 */
export interface EmbeddingProvider {
  /** First part of the key of its models. */
  readonly provider: string;
  /** Which model, for the key and for messages. */
  readonly modelName: string;
  /** What opens it again; never holds a secret. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Dimensions that were asked for; 0 when the model decides. */
  readonly wantedDims: number;
  /** Largest batch: texts, and characters of all of them. */
  readonly limits: { texts: number; characters: number };
  /** One vector per text, in order, all of one length. */
  embed(batch: readonly EmbeddingText[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
