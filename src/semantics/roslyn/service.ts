/**
 * The C# compiler as the engine uses it, over a supervised process. The process is given texts and never a path of this
 * machine's tree: what the path jail does not read, it does not know.
 */

import { AppError } from "../../core/errors.ts";
import { connectByStdio } from "../../supervision/connect-stdio.ts";
import { CrashBreaker } from "../../supervision/crash-breaker.ts";
import { Service, type ServiceStatus } from "../../supervision/service.ts";
import { openRoot } from "../../workspace/path-jail.ts";
import { asAppError } from "../compiler-failures.ts";
import type { AnalysedFile, AnalyseRequest, ProviderStatus } from "../contract.ts";
import { readThroughJail, ViewFiles } from "../typescript/view-files.ts";
import { isAnalysisPart } from "./check-part.ts";
import { LinkMaker } from "./make-links.ts";
import {
  type AnalysisPart,
  type FileText,
  PROTOCOL_VERSION,
  type ProjectState,
  ROSLYN_REVISION,
  type ToService,
} from "./protocol.ts";
import { isCSharpProjectFile, isCSharpSource } from "./view-sources.ts";

export interface RoslynOptions {
  /** The program and its arguments. */
  command: string;
  args: readonly string[];
  /** Folder of NuGet packages that are there already; null to do without. */
  packages: string | null;
  /** Default 2048. */
  memoryMb?: number;
  /** An unused process is ended after this time. Default 5 minutes. */
  idleMs?: number;
  /** Computing time for reading the projects. Default 120 s. */
  loadMs?: number;
  /** Computing time between two batches of results. Default 60 s: reading one project is a step that tells nothing. */
  fileMs?: number;
  breaker?: CrashBreaker;
}

type LastError = ProviderStatus["lastError"];

const START_MS = 30_000;
/** Of text in one message. */
const MESSAGE_CHARACTERS = 4_000_000;
/** The heap keeps below the limit on all memory, so that the runtime collects before it is killed. */
const HEAP_SHARE = 0.75;
const MB = 1_048_576;

export class RoslynService {
  readonly #process: Service<ToService, AnalysisPart>;
  readonly #options: RoslynOptions;
  /** What the present process knows: root, path → hash. */
  #known: { root: string; hashes: Map<string, string> } | null = null;
  #lastError: LastError = null;
  #orphans: ReadonlySet<string> = new Set();
  #projects: readonly ProjectState[] = [];

  constructor(options: RoslynOptions) {
    const { command, args, memoryMb = 2_048 } = options;
    this.#options = options;
    const heapBytes = Math.round(memoryMb * HEAP_SHARE * MB);
    this.#process = new Service({
      name: "the C# compiler",
      connect: connectByStdio({
        command,
        args,
        variables: {
          DOTNET_GCHeapHardLimit: heapBytes.toString(16),
          DOTNET_EnableDiagnostics: "0",
          DOTNET_NOLOGO: "1",
        },
      }),
      protocol: PROTOCOL_VERSION,
      isPart: isAnalysisPart,
      memoryMb,
      startMs: START_MS,
      idleMs: options.idleMs ?? 5 * 60_000,
      maxWaiting: 64,
      breaker: options.breaker ?? new CrashBreaker(),
    });
  }

  /** After `analyse`: sources that no project compiles. */
  get orphans(): ReadonlySet<string> {
    return this.#orphans;
  }

  /** After `analyse`: the projects that were compiled. */
  get projects(): readonly ProjectState[] {
    return this.#projects;
  }

  status(): ServiceStatus & { lastError: LastError } {
    return { ...this.#process.status(), lastError: this.#lastError };
  }

  close(): void {
    this.#process.close();
  }

  /**
   * Files that were not wanted come first when there are any: they may have changed with the wanted ones, which are asked for
   * again when the rest is lost.
   */
  async *analyse(request: AnalyseRequest): AsyncGenerator<AnalysedFile> {
    const view = readView(request);
    const maker = new LinkMaker(linkSources(request, view));
    const wanted = new Set(request.wanted);
    const unwanted = new Set<string>();
    const held: AnalysedFile[] = [];
    let extractor = "";
    for await (const part of this.#ask(request, view)) {
      if (part.type === "planned") {
        extractor = `roslyn-${part.compiler}/${ROSLYN_REVISION}`;
        this.#orphans = new Set(part.orphans);
        for (const path of part.paths) if (!wanted.has(path)) unwanted.add(path);
        for (const path of part.orphans)
          if (wanted.has(path)) yield { path, skipped: "no-project", detail: "no project compiles it" };
      } else if (part.type === "projects") this.#projects = part.projects;
      else {
        maker.learn(part.targets);
        for (const file of part.files) {
          const result = toResult(file, view, () => maker.linksOf(file, extractor));
          unwanted.delete(file.path);
          if (wanted.has(file.path) && unwanted.size > 0) held.push(result);
          else yield result;
        }
      }
    }
    yield* held;
  }

  async *#ask(request: AnalyseRequest, view: ViewFiles): AsyncGenerator<AnalysisPart> {
    const { loadMs = 120_000, fileMs = 60_000, packages } = this.#options;
    try {
      yield* this.#process.ask({
        send: (tell, id, isNew) => {
          this.#sendChanges(tell, request.root, view, isNew);
          tell({ type: "analyse", id, wanted: [...request.wanted], packages });
        },
        first: { what: "read the projects", allowedMs: loadMs },
        next: { what: "finish a project or a file", allowedMs: fileMs },
        signal: request.signal,
      });
      this.#lastError = null;
    } catch (error) {
      const failure = asAppError(error);
      if (failure instanceof AppError) this.#lastError = { code: failure.code, message: failure.message };
      throw failure;
    }
  }

  /** Only differences to what the process knows travel. */
  #sendChanges(tell: (message: ToService) => void, root: string, view: ViewFiles, isNew: boolean): void {
    if (isNew || this.#known?.root !== root) {
      this.#known = { root, hashes: new Map() };
      tell({ type: "open" });
    }
    const { hashes } = this.#known;
    let changed: FileText[] = [];
    let characters = 0;
    for (const path of view.paths) {
      const hash = view.hashOf(path)!;
      if (hashes.get(path) === hash) continue;
      const text = view.read(path)?.text;
      if (text === undefined) continue;
      hashes.set(path, hash);
      changed.push({ path, text });
      characters += text.length;
      if (characters < MESSAGE_CHARACTERS) continue;
      tell({ type: "change", changed, removed: [] });
      [changed, characters] = [[], 0];
    }
    const removed = [...hashes.keys()].filter((path) => !view.has(path));
    for (const path of removed) hashes.delete(path);
    if (changed.length > 0 || removed.length > 0) tell({ type: "change", changed, removed });
  }
}

function readView({ root, files }: AnalyseRequest): ViewFiles {
  const view = new ViewFiles(readThroughJail(openRoot(root)));
  for (const { path, hash } of files)
    if (isCSharpSource(path) || isCSharpProjectFile(path)) view.set(path, hash);
  return view;
}

function linkSources({ symbolsOf }: AnalyseRequest, view: ViewFiles) {
  const paths = [...view.paths].filter(isCSharpSource);
  return {
    paths,
    textOf: (path: string) => view.read(path)?.text ?? "",
    // Places of an outdated file's facts mean nothing in its present text.
    symbolsOf: (path: string) => (view.read(path)?.isCurrent ? symbolsOf(path) : []),
  };
}

function toResult(
  file: { path: string; failure?: string },
  view: ViewFiles,
  makeLinks: () => Extract<AnalysedFile, { links: unknown }>["links"],
): AnalysedFile {
  const { path, failure } = file;
  if (failure !== undefined) return { path, skipped: "compiler-error", detail: failure };
  if (!view.read(path)?.isCurrent)
    return { path, skipped: "changed-on-disk", detail: "its content is not that of the view" };
  return { path, links: makeLinks() };
}
