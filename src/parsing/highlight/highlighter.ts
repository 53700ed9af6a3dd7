/** Colours source texts in a supervised process. Colours are decoration: whatever goes wrong, the text stays plain. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { languageById } from "../../languages/detect.ts";
import { connectByIpc } from "../../supervision/connect-ipc.ts";
import { CrashBreaker } from "../../supervision/crash-breaker.ts";
import { Service } from "../../supervision/service.ts";
import {
  HIGHLIGHT_PROTOCOL,
  type HighlightPart,
  type HighlightRequest,
  isHighlightPart,
} from "./protocol.ts";

const MEMORY_MB = 256;
const START_MS = 10_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 32;
/** A text may take so much computing time, and its process half as much again before it is killed. */
const TEXT_MS = 1_000;
const KILL_MS = 1_500;
const MAX_UNITS = 1_000_000;

function findWorkerFile(): string {
  const places = ["./highlight-worker.js", "../../../dist/highlight-worker.js"];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? files[0]!;
}

export class Highlighter {
  readonly #service = new Service<HighlightRequest, HighlightPart>({
    name: "the highlighting process",
    connect: connectByIpc({ file: findWorkerFile(), heapMb: MEMORY_MB }),
    protocol: HIGHLIGHT_PROTOCOL,
    isPart: isHighlightPart,
    heapMb: MEMORY_MB,
    memoryMb: MEMORY_MB * 2,
    startMs: START_MS,
    idleMs: IDLE_MS,
    maxWaiting: MAX_WAITING,
    breaker: new CrashBreaker(),
  });

  /** Triples of start, end and position in TOKEN_CLASSES; none where there is no grammar or it failed. */
  async spansOf(language: string, text: string, signal?: AbortSignal): Promise<Uint32Array> {
    const { grammar, grammarFile } = languageById(language) ?? {};
    if ((!grammar && !grammarFile) || text.length > MAX_UNITS) return new Uint32Array();
    const deadline = { what: "colour a text", allowedMs: KILL_MS };
    const parts = this.#service.ask({
      send: (tell, id) =>
        tell({ type: "highlight", id, grammar: { grammar, grammarFile }, text, limitMs: TEXT_MS }),
      first: deadline,
      next: deadline,
      signal,
    });
    try {
      let spans: Uint32Array = new Uint32Array();
      for await (const part of parts) spans = part.spans;
      return spans;
    } catch {
      return new Uint32Array();
    }
  }

  close(): void {
    this.#service.close();
  }
}
