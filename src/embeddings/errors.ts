/** Codes of embeddings; docs/errors.md is generated from this table. */
export const EMBEDDING_ERRORS = {
  EMBEDDING_MODEL_BROKEN:
    "The file of the built-in embedding model cannot be read or has another format; reinstall clew, or set embeddings to off.",
  EMBEDDING_NOT_CONFIGURED:
    "The chosen embedding provider lacks a setting or a key; set what the message names, or set embeddings to builtin or off.",
  EMBEDDING_UNREACHABLE:
    "The embedding server does not answer; start it, correct embeddingUrl, or set embeddings to builtin or off.",
  EMBEDDING_REFUSED:
    "The embedding server refused the request; check the key, the name of the model and what the message says.",
  EMBEDDING_RATE_LIMITED:
    "The embedding server kept asking to slow down; wait and run it again, what was embedded so far is kept.",
  EMBEDDING_BAD_ANSWER:
    "The embedding server answered with something that is not one vector per text; check the address and the model.",
  EMBEDDING_DIMENSION_DIFFERS:
    "The vectors have another number of dimensions than expected; correct embeddingDimensions or the name of the model.",
  EMBEDDING_RUNTIME_MISSING:
    "ONNX models need the package onnxruntime-node beside clew: ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm install onnxruntime-node.",
  EMBEDDING_OUT_OF_MEMORY:
    "The system refused memory, as it does below a limit of address space (`ulimit -v`); raise the limit, or set embeddings to off.",
  EMBEDDING_CANCELLED: "Embedding was cancelled; what was embedded so far is kept and not embedded again.",
} as const;

/** Codes of the language model that writes lines about files. */
export const SUMMARY_ERRORS = {
  SUMMARY_UNAVAILABLE:
    "The language model that writes summaries does not answer as it should; start its server, correct summaryUrl or summaryModel, or set summaries to rules. Until then rules write the lines, and what was written is kept.",
} as const;

export type EmbeddingErrorCode = keyof typeof EMBEDDING_ERRORS;
