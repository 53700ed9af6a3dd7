/** From settings to what an update and a search need of embeddings. Reads nothing but a header before it must. */
import {
  type BuiltinDescription,
  describeBuiltin,
  findModelFile,
  openTermEmbedder,
} from "../embeddings/builtin/open-builtin.ts";
import { openBuiltinQueries } from "../embeddings/builtin/query-model.ts";
import type { EmbeddingProvider, QueryModel } from "../embeddings/contract.ts";
import { isEmbeddingError } from "../embeddings/providers/embedding-error.ts";
import { openSummaryWriter, type SummaryWriter } from "../embeddings/providers/ollama-generate.ts";
import {
  openProvider,
  queryModelOf,
  reopenProvider,
  type TextProvider,
} from "../embeddings/providers/open-provider.ts";
import type { TermVectors } from "../indexing/embed-step.ts";
import type { ParseRules } from "../parsing/jobs.ts";
import type { QueryCandidate, QueryModels } from "../retrieval/index.ts";
import type { Settings } from "../settings/settings.ts";
import type { VectorCoverage, ViewReader } from "../storage/contract.ts";
import type { ConfiguredModels } from "./model-stand-in.ts";

export interface Embeddings {
  /** For parsing processes, when chunks are embedded there. */
  rules: ParseRules["embedding"] | null;
  termVectors: TermVectors | null;
  /** A model that reads text; its vectors are made after publishing. Null when none is configured; may throw. */
  openProvider: () => EmbeddingProvider | null;
  queryModels: ConfiguredModels | null;
}

const NO_MODELS: QueryModels = { candidates: async () => [] };
const OFF: Embeddings = { rules: null, termVectors: null, openProvider: () => null, queryModels: null };

/**
 * The built-in model costs next to nothing, so it works beside any other: it answers until the other's vectors are
 * complete, and whenever its server does not.
 */
export function openEmbeddings(settings: Settings, env: NodeJS.ProcessEnv): Embeddings {
  if (settings.embeddings === "off") return OFF;
  const isBuiltin = settings.embeddings === "builtin";
  const file = (isBuiltin && settings.embeddingModel) || findModelFile();
  // A build without the model searches by words alone; `clew doctor` says so.
  const builtin =
    file === null ? null : builtinParts(describeBuiltin(file, isBuiltin ? settings.embeddingDimensions : 0));
  const inner = builtin ? { ...builtin, openProvider: () => null } : OFF;
  return isBuiltin ? inner : withProvider(inner, builtin?.queries ?? null, settings, env);
}

/** A provider that cannot be opened fails where it is asked to embed; searches go on with the built-in model. */
function withProvider(
  inner: Embeddings,
  builtin: QueryModel | null,
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Embeddings {
  const options = {
    timeoutMs: settings.embeddingTimeoutMs,
    requestsPerMinute: settings.embeddingRequestsPerMinute,
    env,
  };
  let opened: EmbeddingProvider | undefined;
  const open = () => {
    opened ??= openProvider(settings.embeddings as TextProvider, {
      ...options,
      model: settings.embeddingModel,
      url: settings.embeddingUrl,
      dims: settings.embeddingDimensions,
    });
    return opened;
  };
  const reopen = (spec: string) => reopenProvider(spec, options);
  try {
    return { ...inner, openProvider: open, queryModels: providerQueries(open(), builtin, reopen) };
  } catch (error) {
    if (!isEmbeddingError(error)) throw error;
    const configured = { name: settings.embeddings, isModel: () => false, problem: error.code };
    return { ...inner, openProvider: open, queryModels: { ...(inner.queryModels ?? NO_MODELS), configured } };
  }
}

/** Null when rules write the lines about files. */
export function openSummaries(settings: Settings): SummaryWriter | null {
  if (settings.summaries !== "ollama") return null;
  const { summaryModel: model, summaryUrl: url, embeddingTimeoutMs: timeoutMs } = settings;
  return openSummaryWriter({ model, url, timeoutMs });
}

function builtinParts(description: BuiltinDescription) {
  const { file, model } = description;
  const queries = openBuiltinQueries(description);
  // Every published generation has all vectors by this model, so they never change.
  const queryModels: ConfiguredModels = {
    configured: null,
    candidates: async () => [{ queries, version: "" }],
  };
  return {
    rules: { modelFile: file, dims: model.dims },
    termVectors: { model, open: () => openTermEmbedder(file, model.dims) },
    queries,
    queryModels,
  };
}

/** A model may answer when it knows this share of the contents; files it does not know yet are found by words. */
const ENOUGH = 0.95;

/** The configured model once it knows enough, before that the one it replaces, then the built-in one. */
function providerQueries(
  provider: EmbeddingProvider,
  builtin: QueryModel | null,
  reopen: (spec: string) => EmbeddingProvider | null,
): ConfiguredModels {
  const spec = JSON.stringify(provider.spec);
  const reopened = new Map<string, EmbeddingProvider | null>([[spec, provider]]);
  const openFor = (model: VectorCoverage): QueryCandidate | null => {
    const version = String(model.blobs);
    if (model.key === builtin?.model.key) return { queries: builtin, version };
    if (!reopened.has(model.spec)) reopened.set(model.spec, reopen(model.spec));
    const opened = reopened.get(model.spec);
    return opened ? { queries: queryModelOf(opened, model), version } : null;
  };
  const rankOf = (model: VectorCoverage) =>
    model.spec === spec ? 0 : model.key === builtin?.model.key ? 2 : 1;
  const name = `${provider.provider}:${provider.modelName}`;
  return {
    configured: { name, isModel: (key) => key.startsWith(`${name}@`), problem: null },
    async candidates(reader: ViewReader) {
      const models = await reader.vectors.coverage();
      const total = new Set((await reader.files()).map((file) => file.blob)).size;
      return models
        .filter((model) => model.blobs >= total * ENOUGH)
        .sort((a, b) => rankOf(a) - rankOf(b) || (a.key < b.key ? -1 : 1))
        .map(openFor)
        .filter((candidate) => candidate !== null);
    },
  };
}
