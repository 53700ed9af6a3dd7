/** From settings to what an update and a search need of embeddings. Reads nothing but a header before it must. */
import {
  type BuiltinDescription,
  describeBuiltin,
  findModelFile,
  openTermEmbedder,
} from "../embeddings/builtin/open-builtin.ts";
import { openBuiltinQueries } from "../embeddings/builtin/query-model.ts";
import type { TermVectors } from "../indexing/embed-step.ts";
import type { ParseRules } from "../parsing/jobs.ts";
import type { QueryModels } from "../retrieval/index.ts";
import type { Settings } from "./settings.ts";

export interface Embeddings {
  /** For parsing processes, when chunks are embedded there. */
  rules: ParseRules["embedding"] | null;
  termVectors: TermVectors | null;
  queryModels: QueryModels | null;
}

const OFF: Embeddings = { rules: null, termVectors: null, queryModels: null };

export function openEmbeddings(settings: Settings): Embeddings {
  if (settings.embeddings === "off") return OFF;
  const file = settings.embeddingModel || findModelFile();
  // A build without the model searches by words alone; `clew doctor` says so.
  return file === null ? OFF : builtinEmbeddings(describeBuiltin(file, settings.embeddingDimensions));
}

function builtinEmbeddings(description: BuiltinDescription): Embeddings {
  const { file, model } = description;
  const queries = openBuiltinQueries(description);
  return {
    rules: { modelFile: file, dims: model.dims },
    termVectors: { model, open: () => openTermEmbedder(file, model.dims) },
    // Every published generation is complete, so its vectors never change.
    queryModels: { select: async () => ({ queries, version: "" }) },
  };
}
