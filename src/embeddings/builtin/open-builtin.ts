/** Finds and opens the model that ships with the package. Nothing is read before it is asked for. */
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { VectorModel } from "../../core/vector-model.ts";
import {
  type BuiltinModel,
  HEADER_BYTES,
  type ModelHeader,
  openModelFile,
  parseHeader,
} from "./model-file.ts";
import { TermEmbedder } from "./term-embedder.ts";

/** Beside the bundle's folder, or beside the sources. */
const PLACES = ["../model/embedding/clew-embedding.bin", "../../../model/embedding/clew-embedding.bin"];
/** What the build prepared of the model, beside the bundle. */
const PREPARED_TERMS = "./embedding-terms.bin";

/** Where the model lies; null in a build without one. */
export function findModelFile(): string | null {
  for (const place of PLACES) {
    const file = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(file)) return file;
  }
  return null;
}

export interface BuiltinDescription {
  file: string;
  header: ModelHeader;
  model: VectorModel;
}

/** What the model is called and how large its vectors are, from its header alone. `dims` 0: all of them. */
export function describeBuiltin(file: string, dims: number): BuiltinDescription {
  const header = readHeader(file);
  const sizes = [header.dims, ...(header.nestedDims ?? [])].filter((size) => size % 8 === 0);
  // The smallest prefix that has at least what was asked for.
  const chosen = Math.min(...sizes.filter((size) => size >= Math.min(dims || header.dims, header.dims)));
  const key = `builtin:${header.id.slice(0, 16)}@${chosen}`;
  const spec = JSON.stringify({ provider: "builtin", id: header.id, dims: chosen });
  return { file, header, model: { key, dims: chosen, spec } };
}

function readHeader(file: string): ModelHeader {
  const start = Buffer.alloc(HEADER_BYTES);
  const opened = openSync(file, "r");
  try {
    const length = readSync(opened, start, 0, HEADER_BYTES, 0);
    return parseHeader(start.subarray(0, length), file).header;
  } finally {
    closeSync(opened);
  }
}

export function preparedTermsFile(): string {
  return fileURLToPath(new URL(PREPARED_TERMS, import.meta.url));
}

function readPreparedTerms(): Buffer | null {
  try {
    return readFileSync(preparedTermsFile());
  } catch {
    // Running from sources: the model's own text will do.
    return null;
  }
}

interface OpenModel {
  file: string;
  dims: number;
  model: BuiltinModel | null;
  embedder: TermEmbedder | null;
}
let open: OpenModel | undefined;

/** Opened once per process. */
export function openTermEmbedder(file: string, dims: number): TermEmbedder {
  if (open?.file === file && open.dims === dims && open.embedder) return open.embedder;
  releaseTermEmbedder();
  const model = openModelFile(file, readPreparedTerms());
  const embedder = new TermEmbedder(model, dims);
  open = { file, dims, model, embedder };
  return embedder;
}

/** The file is read again by the next question. */
export function releaseTermEmbedder(): void {
  open?.model?.close();
  open = undefined;
}

/** Null when the model cannot be read. */
export function findTermEmbedder(file: string, dims: number): TermEmbedder | null {
  if (open?.file === file && open.dims === dims) return open.embedder;
  try {
    return openTermEmbedder(file, dims);
  } catch {
    open = { file, dims, model: null, embedder: null };
    return null;
  }
}
