import type { VectorModel } from "../../core/vector-model.ts";
import type { EmbeddingProvider, QueryModel } from "../contract.ts";
import { openOnnxProvider } from "../onnx/open-onnx.ts";
import { embeddingError } from "./embedding-error.ts";
import { openHttpProvider } from "./http-providers.ts";
import type { ProviderOptions } from "./provider-options.ts";

const TEXT_PROVIDERS = ["onnx", "ollama", "openai", "voyage"] as const;
export type TextProvider = (typeof TEXT_PROVIDERS)[number];

/** What a long question says, it says at its start. */
const MAX_QUERY_CHARACTERS = 8_000;

export function openProvider(provider: TextProvider, options: ProviderOptions): EmbeddingProvider {
  return provider === "onnx" ? openOnnxProvider(options) : openHttpProvider(provider, options);
}

/** The provider that made a stored model; null when its spec is of another kind or another version. */
export function reopenProvider(
  spec: string,
  options: Omit<ProviderOptions, "model" | "url" | "dims">,
): EmbeddingProvider | null {
  try {
    const { provider, model, url, dims } = JSON.parse(spec) as Record<string, unknown>;
    if (!TEXT_PROVIDERS.includes(provider as TextProvider)) return null;
    const chosen = { model: String(model), url: String(url ?? ""), dims: Number(dims ?? 0) };
    return openProvider(provider as TextProvider, { ...options, ...chosen });
  } catch {
    return null;
  }
}

/** Vectors of one provider are of one model: its name, and how long they are. */
export function vectorModelOf({ provider, modelName, spec }: EmbeddingProvider, dims: number): VectorModel {
  return { key: `${provider}:${modelName}@${dims}`, dims, spec: JSON.stringify(spec) };
}

/** Questions to a provider whose dimensions are known; another length is an error, never a comparison. */
export function queryModelOf(provider: EmbeddingProvider, model: VectorModel): QueryModel {
  return {
    model,
    async embedQuery({ text }, signal = new AbortController().signal) {
      const asked = text.slice(0, MAX_QUERY_CHARACTERS);
      const [vector] = await provider.embed([{ kind: "query", text: asked }], signal);
      if (vector!.length !== model.dims) {
        const message = `${model.key} now gives vectors of ${vector!.length} dimensions`;
        throw embeddingError("EMBEDDING_DIMENSION_DIFFERS", message);
      }
      return vector!;
    },
  };
}
