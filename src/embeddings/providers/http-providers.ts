/** Ollama, servers that speak OpenAI's protocol, and Voyage: three forms of the same request. */
import type { EmbeddingProvider, EmbeddingText } from "../contract.ts";
import { checkVectors } from "./check-vectors.ts";
import { embeddingError } from "./embedding-error.ts";
import { type JsonEndpoint, postJson } from "./post-json.ts";
import type { ProviderOptions } from "./provider-options.ts";

interface Protocol {
  url: string;
  model: string;
  /** Environment variables that may hold the key, and the host that each is meant for; null: whatever is configured. */
  keys: readonly { name: string; host: string | null }[];
  needsKey: boolean;
  limits: EmbeddingProvider["limits"];
  path: string;
  request(model: string, batch: readonly EmbeddingText[], dims: number): unknown;
  /** The vectors in the order of the texts, unchecked. */
  vectorsOf(answer: unknown): unknown;
}

/** Models that were trained with a word before each text. */
const PREFIXES: readonly { model: RegExp; query: string; document: string }[] = [
  { model: /nomic-embed/, query: "search_query: ", document: "search_document: " },
  { model: /(^|\/)e5-|multilingual-e5/, query: "query: ", document: "passage: " },
  {
    model: /mxbai-embed|bge-.*-en/,
    query: "Represent this sentence for searching relevant passages: ",
    document: "",
  },
];

function prefixed(model: string, batch: readonly EmbeddingText[]): string[] {
  const prefix = PREFIXES.find((one) => one.model.test(model));
  return batch.map(({ kind, text }) => (prefix?.[kind] ?? "") + text);
}

function openAiVectors(answer: unknown): unknown {
  const data = (answer as { data?: { index?: number; embedding?: unknown }[] } | null)?.data;
  if (!Array.isArray(data)) return undefined;
  return [...data].sort((a, b) => (a?.index ?? 0) - (b?.index ?? 0)).map((one) => one?.embedding);
}

const OWN_KEY = { name: "CLEW_EMBEDDING_KEY", host: null };

const PROTOCOLS: Record<"ollama" | "openai" | "voyage", Protocol> = {
  ollama: {
    url: "http://127.0.0.1:11434",
    model: "nomic-embed-text",
    keys: [OWN_KEY],
    needsKey: false,
    limits: { texts: 32, characters: 100_000 },
    path: "/api/embed",
    request: (model, batch, dims) => ({
      model,
      input: prefixed(model, batch),
      truncate: true,
      ...(dims > 0 ? { dimensions: dims } : {}),
    }),
    vectorsOf: (answer) => (answer as { embeddings?: unknown } | null)?.embeddings,
  },
  openai: {
    url: "https://api.openai.com/v1",
    model: "text-embedding-3-small",
    keys: [OWN_KEY, { name: "OPENAI_API_KEY", host: "api.openai.com" }],
    needsKey: true,
    limits: { texts: 128, characters: 250_000 },
    path: "/embeddings",
    request: (model, batch, dims) => ({
      model,
      input: prefixed(model, batch),
      encoding_format: "float",
      ...(dims > 0 ? { dimensions: dims } : {}),
    }),
    vectorsOf: openAiVectors,
  },
  voyage: {
    url: "https://api.voyageai.com/v1",
    model: "voyage-code-3",
    keys: [OWN_KEY, { name: "VOYAGE_API_KEY", host: "api.voyageai.com" }],
    needsKey: true,
    limits: { texts: 128, characters: 250_000 },
    path: "/embeddings",
    request: (model, batch, dims) => ({
      model,
      input: batch.map(({ text }) => text),
      input_type: batch[0]?.kind ?? "document",
      truncation: true,
      ...(dims > 0 ? { output_dimension: dims } : {}),
    }),
    vectorsOf: openAiVectors,
  },
};

export function openHttpProvider(
  provider: keyof typeof PROTOCOLS,
  options: ProviderOptions,
): EmbeddingProvider {
  const protocol = PROTOCOLS[provider];
  const base = parseBase(options.url || protocol.url);
  const model = options.model || protocol.model;
  const key = findKey(protocol, base, options.env);
  assertKeyIsSafe(provider, protocol, base, key);
  const endpoint: JsonEndpoint = {
    url: base.href.replace(/\/+$/, "") + protocol.path,
    key,
    timeoutMs: options.timeoutMs,
    pauseMs: options.pauseMs ?? 500,
    attempts: 5,
    perMinute: options.requestsPerMinute,
  };
  const who = `${provider} (${model})`;
  return {
    provider,
    modelName: model,
    spec: { provider, model, url: `${base.origin}${base.pathname}`, dims: options.dims },
    wantedDims: options.dims,
    limits: protocol.limits,
    async embed(batch, signal) {
      if (batch.length === 0) return [];
      const answer = await postJson(endpoint, protocol.request(model, batch, options.dims), signal);
      return checkVectors(protocol.vectorsOf(answer), batch.length, options.dims, who);
    },
    close: async () => {},
  };
}

function parseBase(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (
    base &&
    (base.protocol === "http:" || base.protocol === "https:") &&
    base.username + base.password === ""
  )
    return base;
  throw embeddingError(
    "EMBEDDING_NOT_CONFIGURED",
    "embeddingUrl must be an http or https address without a user or password",
  );
}

/** A key meant for one host is never sent to another. */
function findKey(protocol: Protocol, base: URL, env: NodeJS.ProcessEnv): string | undefined {
  for (const { name, host } of protocol.keys) {
    const key = env[name];
    if (key && (host === null || host === base.hostname)) return key;
  }
  return undefined;
}

function assertKeyIsSafe(provider: string, protocol: Protocol, base: URL, key: string | undefined): void {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(base.hostname);
  if (!key && protocol.needsKey && !isLocal) {
    const names = protocol.keys.map(({ name }) => name).join(" or ");
    throw embeddingError(
      "EMBEDDING_NOT_CONFIGURED",
      `${provider} at ${base.host} needs a key in the environment variable ${names}`,
    );
  }
  if (key && base.protocol === "http:" && !isLocal) {
    throw embeddingError(
      "EMBEDDING_NOT_CONFIGURED",
      `a key is not sent to ${base.host} without https; change embeddingUrl`,
    );
  }
}
