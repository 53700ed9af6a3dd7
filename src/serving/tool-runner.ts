/** Runs the tools for the faces that serve: checks the arguments, chooses the repository, loads the engine when needed. */
import { AppError } from "../core/errors.ts";
import { untilAborted } from "../core/until-aborted.ts";
import type { Engine } from "../engine/engine.ts";
import { answerTool, type PrintedAnswer } from "../tools/answer-tool.ts";
import type { CallRecord } from "../tools/call-record.ts";
import { type Asked, chooseRepositories } from "../tools/choose-repositories.ts";
import type { ParsedInput, ToolDefinition } from "../tools/contract.ts";
import { parseInput } from "../tools/parse-input.ts";
import { type ScopeArguments, takeScope } from "../tools/scope-input.ts";
import { ToldCall } from "../tools/told-call.ts";
import { hintForClients } from "./client-hint.ts";
import { FirstIndexes } from "./first-index.ts";
import type { Happenings } from "./happenings.ts";
import { IdleRest } from "./idle-rest.ts";
import { offeringOnly } from "./offered-roots.ts";
import { type ProgressTick, tickFrom } from "./progress-tick.ts";
import { tellOfUpdates } from "./update-happenings.ts";

/** A folder that is asked about when a call names none. */
export interface DefaultFolder {
  path: string;
  /** The folder itself was named by the user; otherwise the repository around it is meant. */
  isExact: boolean;
}

export interface RunOptions {
  defaultFolder: () => Promise<DefaultFolder>;
  /** Folders that the client has open; default: the default folder. */
  offeredFolders?: () => Promise<readonly string[]>;
  signal: AbortSignal;
  onProgress?: ((tick: ProgressTick) => void) | undefined;
  /** Who asks; a program over the API when absent. */
  face?: CallRecord["face"] | undefined;
}

/** A repository that the client has open, under the name that calls give it. */
export interface OpenMember {
  name: string;
  root: string;
}

export interface ToolAnswer extends PrintedAnswer {
  /** The caller asked for JSON, so `text` is JSON. */
  isJson: boolean;
}

/** An agent waits this long for the comparison with the tree; then the last generation answers and says so. */
const FRESH_WAIT_MS = 2_000;

/** Which tools are offered: six for agents, or every one. */
export type Profile = "default" | "full";
/** Which folders calls may name: any of the user's, or those that the client offers. */
export type Reach = "any" | "offered";

export interface RunnerOptions {
  profile?: Profile | undefined;
  roots?: Reach | undefined;
  /** Is told of calls and updates; nobody when absent. */
  happenings?: Happenings | undefined;
}

interface Loaded {
  engine: Engine;
  firstIndexes: FirstIndexes;
}

export class ToolRunner {
  #profile: Profile | undefined;
  readonly #roots: Reach | undefined;
  readonly #happenings: Happenings | null;
  #worksOnJobs = false;
  #loading: Promise<Loaded> | null = null;
  #engine: Engine | null = null;
  #resting: NodeJS.Timeout | null = null;
  #calls = 0;
  #callsBegun = 0;

  constructor(options: RunnerOptions = {}) {
    this.#profile = options.profile;
    this.#roots = options.roots;
    this.#happenings = options.happenings ?? null;
  }

  /** Asked for by a flag, else the user's setting or CLEW_PROFILE. */
  async #readProfile(): Promise<Profile> {
    this.#profile ??= (await import("../settings/load-settings.ts")).loadUserSettings().profile;
    return this.#profile;
  }

  #load(): Promise<Loaded> {
    this.#loading ??= import("../engine/open-engine.ts").then(async ({ openEngine }) => {
      const engine = await openEngine({
        isWatching: true,
        embedsInBackground: true,
        warmsSemantics: true,
        worksOnJobs: this.#worksOnJobs,
        ...(this.#happenings && { onUpdate: tellOfUpdates(this.#happenings) }),
      });
      this.#engine = engine;
      return { engine, firstIndexes: new FirstIndexes(engine) };
    });
    return this.#loading;
  }

  async tools(): Promise<readonly ToolDefinition[]> {
    if ((await this.#readProfile()) !== "full") return (await import("../tools/all.ts")).TOOLS;
    return (await import("../tools/full/all.ts")).ALL_TOOLS;
  }

  /** Every tool there is, whatever the profile: what programs can call by name. */
  async allTools(): Promise<readonly ToolDefinition[]> {
    return (await import("../tools/full/all.ts")).ALL_TOOLS;
  }

  async find(name: string): Promise<ToolDefinition | undefined> {
    return (await this.tools()).find((tool) => tool.name === name);
  }

  /** The indexed root or repository around a folder, or the folder itself. */
  async rootAround(path: string): Promise<{ root: string; isIndexed: boolean }> {
    const { engine } = await this.#load();
    const root = await engine.resolveRoot(path, { isExact: false });
    return { root, isIndexed: await isIndexed(engine, root) };
  }

  /** The repositories at folders, each once. A folder that leads to none stays as it is: asking it tells why. */
  async openMembers(folders: readonly string[]): Promise<readonly OpenMember[]> {
    if (folders.length < 2) return folders.map((root) => ({ name: root, root }));
    const { engine } = await this.#load();
    const found = await Promise.all(
      folders.map((path) => engine.findRepository(path, "/").catch(() => null)),
    );
    const roots = found.filter((root) => root !== null);
    const known = roots.length > 0 ? await engine.scopeOf(roots, "/") : [];
    const lost = folders.filter((_, at) => found[at] === null);
    return [
      ...known.map(({ name, root }) => ({ name, root })),
      ...lost.map((root) => ({ name: root, root })),
    ];
  }

  /** Begins the first update; a failure is told by the first call that needs the folder. */
  async indexInBackground(folder: DefaultFolder): Promise<void> {
    try {
      const { engine, firstIndexes } = await this.#load();
      firstIndexes.startInBackground(await engine.resolveRoot(folder.path, { isExact: folder.isExact }));
    } catch {}
  }

  /** `args` are the tool's arguments and `repo`, as they came. Rejects at once when the signal fires. */
  async run(tool: ToolDefinition, args: Record<string, unknown>, options: RunOptions): Promise<ToolAnswer> {
    this.#calls += 1;
    this.#callsBegun += 1;
    const happenings = this.#happenings;
    const onEnd = happenings ? (call: CallRecord) => happenings.tell({ type: "call", call }) : undefined;
    const told = new ToldCall(tool, { face: options.face ?? "api", args, onEnd });
    const asked = (roots: readonly string[]) => told.asks(roots);
    try {
      const answer = await untilAborted(this.#run(tool, args, options, asked), options.signal);
      told.answered(answer);
      return answer;
    } catch (error) {
      told.failed(error, options.signal);
      throw error;
    } finally {
      this.#calls -= 1;
    }
  }

  /** The engine as far as the user lets calls reach, for what is no tool. */
  async engine(options: Pick<RunOptions, "defaultFolder" | "offeredFolders">): Promise<Engine> {
    return this.#offering((await this.#load()).engine, options);
  }

  /** Calls being answered. */
  get calls(): number {
    return this.#calls;
  }

  async #run(
    tool: ToolDefinition,
    args: Record<string, unknown>,
    options: RunOptions,
    onAsked: (roots: readonly string[]) => void,
  ): Promise<ToolAnswer> {
    const { asked: where, input } = takeScope(tool, args);
    const question = { tool, where, parsed: parseInput(tool, input) };
    const loaded = await this.#load();
    return loaded.engine.asOneQuestion(() => this.#answer(loaded, question, options, onAsked));
  }

  async #answer(
    { engine: whole, firstIndexes }: Loaded,
    { tool, where, parsed }: { tool: ToolDefinition; where: ScopeArguments; parsed: ParsedInput },
    options: RunOptions,
    onAsked: (roots: readonly string[]) => void,
  ): Promise<ToolAnswer> {
    const engine = await this.#offering(whole, options);
    const asked = await chooseAsked(engine, tool, where, options);
    const onProgress = options.onProgress && tickFrom(options.onProgress);
    // With a generation there is something to answer from; the answer says what is pending.
    const indexed = new Set((await engine.list()).map(({ path }) => path));
    const wait = async (root: string) =>
      !indexed.has(root) &&
      (await firstIndexes.wait(root, {
        signal: options.signal,
        onProgress,
        ...(!parsed.fresh && { isUsable: () => isIndexed(engine, root) }),
      }));
    const roots = asked.scope?.map(({ root }) => root) ?? [asked.root];
    onAsked(roots);
    // A tool that updates waits for its own update, of whatever folder it names, and tells of that.
    const isPart = tool.effect !== "write" && (await Promise.all(roots.map(wait))).some(Boolean);
    const call = {
      engine,
      ...asked,
      reader: "client" as const,
      signal: options.signal,
      onProgress,
      freshWaitMs: isPart ? 0 : FRESH_WAIT_MS,
    };
    const first = await answerTool(tool, call, parsed);
    // What is not in the part may be in the rest: the usual time is waited before nothing is told.
    const isAbsentInPart = isPart && first.outcome === "none";
    const answer = isAbsentInPart
      ? await answerTool(tool, { ...call, freshWaitMs: FRESH_WAIT_MS }, parsed)
      : first;
    return { ...answer, isJson: parsed.format === "json" };
  }

  /** The engine as far as the user lets calls reach. */
  async #offering(
    engine: Engine,
    { offeredFolders, defaultFolder }: Pick<RunOptions, "defaultFolder" | "offeredFolders">,
  ): Promise<Engine> {
    const { roots, repositories } = (await import("../settings/load-settings.ts")).loadUserSettings();
    if ((this.#roots ?? roots) === "any") return engine;
    const configured = Object.values(repositories).map(({ path }) => path);
    const open = offeredFolders ?? (async () => [(await defaultFolder()).path]);
    return offeringOnly(engine, async () => [...(await open()), ...configured.filter(Boolean)]);
  }

  /** Roots held in memory; none before the engine was needed. */
  async openRoots(): Promise<string[]> {
    return this.#loading ? (await this.#loading).engine.openRoots() : [];
  }

  /** Closes what nobody used for a while. */
  async unload(idleMs: number): Promise<string[]> {
    return this.#loading ? (await this.#loading).engine.unload({ idleMs }) : [];
  }

  /** From now on takes indexing jobs that processes of one store share. Contract: called before anything is asked. */
  workOnJobs(): void {
    this.#worksOnJobs = true;
    // What keeps the engine from opening is met, and told, by the first question.
    this.#load().catch(() => {});
  }

  /** Gives memory back whenever nobody asks for a few seconds, until closed. */
  restWhenIdle(): void {
    this.#resting ??= new IdleRest({
      activity: () => {
        const engine = this.#engine?.activity();
        return {
          isBusy: this.#calls > 0 || (engine?.isBusy ?? false),
          count: this.#callsBegun + (engine?.count ?? 0),
        };
      },
      releaseMemory: () => this.#engine?.releaseMemory(),
      keepUp: () => void this.#engine?.keepUp(),
    }).start();
  }

  async close(): Promise<void> {
    if (this.#resting) clearInterval(this.#resting);
    if (!this.#loading) return;
    const { engine, firstIndexes } = await this.#loading;
    await firstIndexes.stop();
    await engine.close();
  }
}

async function isIndexed(engine: Engine, root: string): Promise<boolean> {
  return (await engine.list()).some((record) => record.path === root);
}

/** Relative paths start from the folder that is asked about otherwise. */
async function chooseAsked(
  engine: Engine,
  tool: ToolDefinition,
  where: ScopeArguments,
  { defaultFolder }: RunOptions,
): Promise<Asked> {
  const chosen = await chooseRepositories(engine, tool, where, async () => (await defaultFolder()).path);
  if (chosen) return chosen;
  const { path, isExact } = await defaultFolder();
  return { root: await engine.resolveRoot(path, { isExact }) };
}

/** What happened and what to do, in two lines. */
export function describeFailure(error: unknown): string {
  if (error instanceof AppError)
    return `${error.message} [${error.code}]\nhint: ${hintForClients(error.hint)}`;
  const message = error instanceof Error ? error.message : String(error);
  return `unexpected failure: ${message}\nhint: this is a defect; please report it with the call you made`;
}
