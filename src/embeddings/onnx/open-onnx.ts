/** A model folder on disk, as model hubs lay it out: `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import type { EmbeddingProvider, EmbeddingText } from "../contract.ts";
import { checkVectors } from "../providers/check-vectors.ts";
import { embeddingError } from "../providers/embedding-error.ts";
import { throwIfCancelled } from "../providers/post-json.ts";
import type { ProviderOptions } from "../providers/provider-options.ts";
import { loadOnnxRuntime, type OnnxRuntime, type OnnxSession, type OnnxTensor } from "./runtime.ts";
import { parseTokenizer, type Tokenizer } from "./tokenizer.ts";

const MODEL_FILES = ["model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx"];
const POOLING_FILE = "1_Pooling/config.json";
const MAX_TOKENS = 512;
const END_BYTES = 1024 * 1024;

interface OpenModel {
  runtime: OnnxRuntime;
  session: OnnxSession;
  tokenizer: Tokenizer;
  usesFirstToken: boolean;
}

export function openOnnxProvider(options: ProviderOptions): EmbeddingProvider {
  const folder = options.model;
  const modelFile = findModel(folder);
  const id = identify(modelFile);
  const modelName = `${basename(folder)}-${id}`;
  let opening: Promise<OpenModel> | undefined;
  const open = () => {
    opening ??= openModel(folder, modelFile);
    return opening;
  };
  return {
    provider: "onnx",
    modelName,
    spec: { provider: "onnx", model: folder, id, dims: options.dims },
    wantedDims: options.dims,
    limits: { texts: 16, characters: 64_000 },
    async embed(batch, signal) {
      const model = await open();
      throwIfCancelled(signal);
      return checkVectors(
        await run(model, batch, modelName),
        batch.length,
        options.dims,
        `onnx (${modelName})`,
      );
    },
    async close() {
      if (opening) await (await opening).session.release?.();
    },
  };
}

function findModel(folder: string): string {
  if (folder === "")
    throw embeddingError("EMBEDDING_NOT_CONFIGURED", "embeddingModel must name the model's folder");
  const file = MODEL_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file) return file;
  throw embeddingError(
    "EMBEDDING_NOT_CONFIGURED",
    `${folder} holds no model: none of ${MODEL_FILES.join(", ")} is there`,
  );
}

/** By size and both ends: models have hundreds of megabytes, and weights differ everywhere when they differ. */
function identify(file: string): string {
  const opened = openSync(file, "r");
  try {
    const { size } = fstatSync(opened);
    const ends = [0, Math.max(0, size - END_BYTES)].map((at) => {
      const bytes = Buffer.alloc(Math.min(END_BYTES, size));
      readSync(opened, bytes, 0, bytes.length, at);
      return bytes;
    });
    const hash = createHash("sha256").update(String(size));
    for (const end of ends) hash.update(end);
    return hash.digest("hex").slice(0, 12);
  } finally {
    closeSync(opened);
  }
}

async function openModel(folder: string, modelFile: string): Promise<OpenModel> {
  const tokenizerFile = join(folder, "tokenizer.json");
  if (!existsSync(tokenizerFile))
    throw embeddingError("EMBEDDING_NOT_CONFIGURED", `${folder} has no tokenizer.json`);
  const tokenizer = parseTokenizer(readFileSync(tokenizerFile, "utf8"), tokenizerFile);
  const runtime = await loadOnnxRuntime();
  const session = await runtime.InferenceSession.create(readFileSync(modelFile)).catch((cause: Error) => {
    throw embeddingError(
      "EMBEDDING_NOT_CONFIGURED",
      `${modelFile} cannot be opened: ${cause.message}`,
      cause,
    );
  });
  return { runtime, session, tokenizer, usesFirstToken: readsFirstToken(join(folder, POOLING_FILE)) };
}

/** Some models put the meaning of a text into its first token; most spread it over all. */
function readsFirstToken(file: string): boolean {
  if (!existsSync(file)) return false;
  const config = JSON.parse(readFileSync(file, "utf8")) as { pooling_mode_cls_token?: boolean };
  return config.pooling_mode_cls_token === true;
}

async function run(model: OpenModel, batch: readonly EmbeddingText[], who: string): Promise<Float32Array[]> {
  const { runtime, session, tokenizer } = model;
  const tokens = batch.map(({ text }) => tokenizer.encode(text, MAX_TOKENS));
  const length = Math.max(1, ...tokens.map((ids) => ids.length));
  const feed = (valueAt: (ids: readonly number[], at: number) => number): OnnxTensor => {
    const values = tokens.flatMap((ids) => Array.from({ length }, (_, at) => BigInt(valueAt(ids, at))));
    return new runtime.Tensor("int64", BigInt64Array.from(values), [batch.length, length]);
  };
  const inputs: Record<string, OnnxTensor> = {
    input_ids: feed((ids, at) => ids[at] ?? 0),
    attention_mask: feed((ids, at) => (at < ids.length ? 1 : 0)),
    token_type_ids: feed(() => 0),
  };
  const feeds = Object.fromEntries(
    Object.entries(inputs).filter(([name]) => session.inputNames.includes(name)),
  );
  const outputs = await session.run(feeds);
  const ready = outputs.sentence_embedding ?? outputs.text_embeds;
  if (ready) return rowsOf(ready, batch.length, who);
  const output = outputs.last_hidden_state ?? outputs[session.outputNames[0]!];
  if (output?.dims.length !== 3)
    throw embeddingError("EMBEDDING_BAD_ANSWER", `${who} has no output per token`);
  return tokens.map((ids, at) =>
    pool(output, at, model.usesFirstToken ? Math.min(1, ids.length) : ids.length),
  );
}

function rowsOf(output: OnnxTensor, count: number, who: string): Float32Array[] {
  const dims = output.dims.at(-1) ?? 0;
  if (output.dims.length !== 2 || output.dims[0] !== count)
    throw embeddingError("EMBEDDING_BAD_ANSWER", `${who} gave an output of another shape`);
  const data = Float32Array.from(output.data as ArrayLike<number>);
  return Array.from({ length: count }, (_, at) => data.slice(at * dims, (at + 1) * dims));
}

/** Mean over the first tokens of one text; those behind them are padding. */
function pool({ data, dims }: OnnxTensor, text: number, tokens: number): Float32Array {
  const [, length, size] = dims as [number, number, number];
  const values = data as ArrayLike<number>;
  const mean = new Float32Array(size);
  for (let token = 0; token < tokens; token++) {
    const from = (text * length + token) * size;
    for (let at = 0; at < size; at++) mean[at]! += values[from + at]! / tokens;
  }
  return mean;
}
