/** ONNX Runtime, native or as WebAssembly, whichever is installed. Neither comes with clew: both are large. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { embeddingError } from "../providers/embedding-error.ts";

export interface OnnxTensor {
  data: ArrayLike<number> | BigInt64Array;
  dims: readonly number[];
}

export interface OnnxSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
  release?(): Promise<void>;
}

export interface OnnxRuntime {
  InferenceSession: { create(model: Uint8Array | string): Promise<OnnxSession> };
  Tensor: new (type: string, data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
}

const PACKAGES = ["onnxruntime-node", "onnxruntime-web"];

export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  for (const name of PACKAGES) {
    const file = findPackage(name);
    if (file === null) continue;
    try {
      const loaded = (await import(pathToFileURL(file).href)) as { default?: OnnxRuntime } & OnnxRuntime;
      return loaded.InferenceSession ? loaded : loaded.default!;
    } catch (cause) {
      throw embeddingError(
        "EMBEDDING_RUNTIME_MISSING",
        `${name} is installed but cannot be loaded: ${(cause as Error).message}`,
        cause,
      );
    }
  }
  throw embeddingError("EMBEDDING_RUNTIME_MISSING", `neither ${PACKAGES.join(" nor ")} is installed`);
}

/** Beside clew, or in the folder that it runs in. */
function findPackage(name: string): string | null {
  for (const from of [import.meta.url, pathToFileURL(`${process.cwd()}/x.js`).href]) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      // Not there; the next place may have it.
    }
  }
  return null;
}
