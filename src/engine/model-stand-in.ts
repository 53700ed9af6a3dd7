/**
 * Whether the configured model made the vectors that a question was compared by. Another one steps in when it cannot,
 * and answers differ with it, so they say so.
 */
import { isEmbeddingError } from "../embeddings/providers/embedding-error.ts";
import type { QueryCandidate, QueryModels } from "../retrieval/index.ts";

/** The model that the settings ask for. */
export interface ConfiguredModel {
  /** `ollama:nomic-embed-text`. */
  name: string;
  /** Whether a key of vectors is of this model. */
  isModel: (key: string) => boolean;
  /** Code of what keeps it from being asked at all. */
  problem: string | null;
}

export interface ConfiguredModels extends QueryModels {
  /** Null: the one that is always there. */
  configured: ConfiguredModel | null;
}

/** For one question. */
export class ModelStandIn {
  readonly models: QueryModels | null;
  readonly #configured: ConfiguredModel | null;
  #line: string | null = null;

  constructor(models: ConfiguredModels | null) {
    this.#configured = models?.configured ?? null;
    this.models = models && { candidates: async (reader) => this.#watch(await models.candidates(reader)) };
  }

  /** For the answer; null when the configured model was asked, or nothing was. */
  get line(): string | null {
    return this.#line;
  }

  /** The most room that the line can take; null when there is nothing to say. */
  get longestLine(): string | null {
    return this.#configured && `${describe("x".repeat(60), this.#configured.name, "x".repeat(60))}`;
  }

  #watch(candidates: QueryCandidate[]): QueryCandidate[] {
    const configured = this.#configured;
    if (!configured) return candidates;
    const at = candidates.findIndex(({ queries }) => configured.isModel(queries.model.key));
    if (at < 0) this.#tell(candidates[0], configured.problem ?? "it has yet to read the files: clew index");
    return candidates.map((candidate, index) =>
      index === at ? this.#noticing(candidate, candidates[at + 1]) : candidate,
    );
  }

  #noticing(candidate: QueryCandidate, next: QueryCandidate | undefined): QueryCandidate {
    const { queries } = candidate;
    const embedQuery: typeof queries.embedQuery = async (question, signal) => {
      try {
        return await queries.embedQuery(question, signal);
      } catch (error) {
        if (isEmbeddingError(error)) this.#tell(next, error.code);
        throw error;
      }
    };
    return { ...candidate, queries: { ...queries, embedQuery } };
  }

  #tell(instead: QueryCandidate | undefined, why: string): void {
    const key = instead?.queries.model.key;
    this.#line = describe(key ? key.replace(/@.*/, "") : "none", this.#configured!.name, why);
  }
}

function describe(instead: string, configured: string, why: string): string {
  return `vectors: ${instead} in place of ${configured} (${why})`;
}
