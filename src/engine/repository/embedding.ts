/** What models make of the last generation after it was published: vectors, and lines about files. */
import type { RelPath } from "../../core/rel-path.ts";
import type { EmbeddingProvider } from "../../embeddings/contract.ts";
import { type EmbedTextsReport, embedTexts } from "../../indexing/embed-texts.ts";
import { summariseFiles } from "../../indexing/summarise-files.ts";
import { decodeSource } from "../../parsing/decode-source.ts";
import type { ViewFile } from "../../storage/contract.ts";
import { blankSecrets, findSecrets } from "../../workspace/secrets.ts";
import { openSummaries } from "../embeddings.ts";
import { type RefreshOptions, type RepositoryParts, underLock, withReader } from "./parts.ts";

export class Embedder {
  readonly #parts: RepositoryParts;
  #running: Promise<EmbedTextsReport> | null = null;

  constructor(parts: RepositoryParts) {
    this.#parts = parts;
  }

  /**
   * Makes the vectors that the configured model lacks for the last generation. Null without a model that reads text.
   * Who asks while it runs gets the run in progress.
   */
  async embed(options: RefreshOptions): Promise<EmbedTextsReport | null> {
    const provider = this.#parts.embeddings.openProvider();
    if (!provider) return null;
    this.#running ??= this.#embed(provider, options).finally(() => {
      void this.#parts.projector?.run();
      this.#running = null;
    });
    return this.#running;
  }

  async #embed(provider: EmbeddingProvider, options: RefreshOptions): Promise<EmbedTextsReport> {
    const { store } = this.#parts;
    return embedTexts({
      store,
      files: await this.#files(),
      provider,
      readBytes: (path) => this.#readBytes(path),
      decode: withoutSecrets,
      ...this.#runOptions(options),
    });
  }

  /** Lets the configured language model write the lines that files lack; null when rules write them. */
  async summarise(options: RefreshOptions): Promise<number | null> {
    const { settings, store } = this.#parts;
    const writer = openSummaries(settings);
    if (!writer) return null;
    return summariseFiles({
      store,
      files: await this.#files(),
      writer,
      readText: async (path) => {
        const bytes = this.#readBytes(path);
        return bytes && withoutSecrets(bytes);
      },
      ...this.#runOptions(options),
    });
  }

  #files(): Promise<readonly ViewFile[]> {
    return withReader(this.#parts, (reader) => reader.files());
  }

  #readBytes(path: RelPath): Buffer | null {
    const { jail, settings } = this.#parts;
    const read = jail.read(path, { maxBytes: settings.maxFileBytes });
    return read.ok ? read.bytes : null;
  }

  #runOptions({ signal, onProgress }: RefreshOptions) {
    return {
      whileWriting: <T>(work: () => Promise<T>) => underLock(this.#parts, signal, work),
      onProgress: (done: number, total: number) => onProgress?.({ phase: "embed", done, total }),
      signal: signal ?? new AbortController().signal,
    };
  }
}

function withoutSecrets(bytes: Buffer): string {
  const { text } = decodeSource(bytes);
  return blankSecrets(text, findSecrets(text));
}
