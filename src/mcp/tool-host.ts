/** Answers `tools/list` and `tools/call` from the definitions; loads the engine when it is first needed. */
import { resolve } from "node:path";
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from "@modelcontextprotocol/server";
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { Engine, ProgressEvent } from "../engine/engine.ts";
import type { ToolDefinition } from "../tools/contract.ts";
import { printedAnswer } from "../tools/printed-answer.ts";
import type { DefaultFolder } from "./choose-root.ts";
import { FirstIndexes, untilAborted } from "./first-index.ts";
import { describeArguments, describeTool } from "./tool-list.ts";

export interface ProgressTick {
  progress: number;
  total: number;
  message: string;
}

export interface CallOptions {
  /** The `repo` argument as it came. */
  repo: unknown;
  defaultFolder: () => Promise<DefaultFolder>;
  signal: AbortSignal;
  onProgress?: ((tick: ProgressTick) => void) | undefined;
}

interface Loaded {
  engine: Engine;
  firstIndexes: FirstIndexes;
}

export class ToolHost {
  #loading: Promise<Loaded> | null = null;

  #load(): Promise<Loaded> {
    this.#loading ??= import("../engine/engine.ts").then(async ({ openEngine }) => {
      const engine = await openEngine();
      return { engine, firstIndexes: new FirstIndexes(engine) };
    });
    return this.#loading;
  }

  async listTools(): Promise<Tool[]> {
    return (await loadTools()).map(describeTool);
  }

  /** Begins the first update; a failure is told by the first call that needs the folder. */
  async indexInBackground(folder: DefaultFolder): Promise<void> {
    try {
      const { engine, firstIndexes } = await this.#load();
      firstIndexes.startInBackground(await engine.resolveRoot(folder.path, { isExact: folder.isExact }));
    } catch {}
  }

  async callTool(name: string, input: unknown, options: CallOptions): Promise<CallToolResult> {
    const tool = (await loadTools()).find((one) => one.name === name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name.slice(0, 100)}`);
    try {
      return await untilAborted(this.#run(tool, input, options), options.signal);
    } catch (error) {
      return { content: [{ type: "text", text: sanitizeText(describeFailure(error)) }], isError: true };
    }
  }

  async #run(tool: ToolDefinition, input: unknown, options: CallOptions): Promise<CallToolResult> {
    const parsed = tool.input.strict().safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      throw invalidArgument(tool, `${issue.path.join(".") || "arguments"}: ${issue.message}`);
    }
    const { engine, firstIndexes } = await this.#load();
    const folder = await chooseFolder(tool, options);
    const root = await engine.resolveRoot(folder.path, { isExact: folder.isExact });
    const onProgress = options.onProgress && tickFrom(options.onProgress);
    await firstIndexes.wait(root, { signal: options.signal, onProgress });
    const answer = await tool.run({ engine, root, signal: options.signal }, parsed.data);
    const isJson = (parsed.data as { format?: string }).format === "json";
    const text = printedAnswer(answer, isJson);
    return {
      content: [{ type: "text", text }],
      ...(isJson && { structuredContent: JSON.parse(text) as Record<string, unknown> }),
    };
  }

  async close(): Promise<void> {
    if (!this.#loading) return;
    const { engine, firstIndexes } = await this.#loading;
    await firstIndexes.stop();
    await engine.close();
  }
}

async function loadTools(): Promise<readonly ToolDefinition[]> {
  return (await import("../tools/all.ts")).TOOLS;
}

/** `repo` is the repository at or around a path; relative paths start from the folder asked about otherwise. */
async function chooseFolder(tool: ToolDefinition, options: CallOptions): Promise<DefaultFolder> {
  const folder = await options.defaultFolder();
  if (options.repo === undefined) return folder;
  if (typeof options.repo !== "string" || options.repo === "")
    throw invalidArgument(tool, "repo: expected the path of a folder");
  return { path: resolve(folder.path, options.repo), isExact: false };
}

function invalidArgument(tool: ToolDefinition, message: string): AppError {
  return new AppError("INPUT_INVALID", message, {
    hint: `${tool.name} takes: ${describeArguments(tool)}`,
  });
}

function describeFailure(error: unknown): string {
  if (error instanceof AppError) return `${error.message} [${error.code}]\nhint: ${error.hint}`;
  const message = error instanceof Error ? error.message : String(error);
  return `unexpected failure: ${message}\nhint: this is a defect; please report it with the call you made`;
}

/** Where a phase begins and how much of the whole it is, in percent. */
const PHASES: Record<ProgressEvent["phase"], { start: number; share: number }> = {
  scan: { start: 0, share: 10 },
  parse: { start: 10, share: 60 },
  link: { start: 70, share: 10 },
  publish: { start: 80, share: 10 },
  compile: { start: 90, share: 10 },
};

/** Progress that only grows, as the protocol demands. */
function tickFrom(send: (tick: ProgressTick) => void): (event: ProgressEvent) => void {
  let last = -1;
  return ({ phase, done, total }) => {
    const part = total ? Math.min(1, done / total) : 0;
    const progress = Math.floor(PHASES[phase].start + PHASES[phase].share * part);
    if (progress <= last) return;
    last = progress;
    send({ progress, total: 100, message: `${phase}: ${done}${total === null ? "" : ` of ${total}`} files` });
  };
}
