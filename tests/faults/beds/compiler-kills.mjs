/**
 * Processes of compilers killed, stopped and made to talk nonsense at random moments: of `clew index --semantic`, and of a
 * server that is asked meanwhile. No call is lost: what the compiler did not say again, the rules say, the server answers,
 * and an undisturbed run afterwards gives what a fresh index has.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCompiledTree, FILES, LANGUAGES, missingCalls } from "../support/compiled-tree.mjs";
import { signal, waitForCompiler } from "../support/compiler-process.mjs";
import { McpProcess } from "../support/mcp-client.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { clew, createRandom, DIST, World } from "../support/world.mjs";

export const title = "compilers killed, stopped and talking nonsense at work";
export const needs = ["dotnet"];

const NAMES = Object.keys(LANGUAGES);
/** A process that stands still is given up after ten times the computing time that it may take. */
const SHORT_DEADLINES = { CLEW_SEMANTICS_LOAD_MS: "1000", CLEW_SEMANTICS_FILE_MS: "1000" };

export async function execute({ isSmoke, seed, log, cases }) {
  const kills = cases ?? (isSmoke ? 6 : 500);
  const others = isSmoke ? 2 : 40;
  const served = isSmoke ? 2 : 10;
  const bed = new Bed(seed, log);
  try {
    await bed.begin();
    const killed = await bed.repeat(kills, (language) => bed.killed(language));
    const stopped = await bed.repeat(others, (language) => bed.stopped(language));
    const spoiled = await bed.repeat(others, (language) => bed.spoiled(language));
    const answered = await bed.served(served);
    const isSame = await bed.isAsFresh();
    return [
      { figure: "compilers killed at work", measured: killed, ok: killed >= kills },
      { figure: "compilers that stood still", measured: stopped, ok: stopped >= others },
      { figure: "compilers that talked nonsense", measured: spoiled, ok: spoiled >= others },
      {
        figure: "right answers of a server whose compiler is killed",
        measured: answered,
        ok: answered === served,
      },
      { figure: "calls that were lost", measured: bed.lost, ok: bed.lost === 0 },
      { figure: "corrupt or torn afterwards", measured: bed.broken, ok: bed.broken === 0 },
      { figure: "differs from a fresh semantic index", measured: !isSame, ok: isSame },
    ];
  } finally {
    bed.close();
  }
}

class Bed {
  lost = 0;
  broken = 0;
  #world = new World("compiler-kills", { isInMemory: true });
  #home = this.#world.path("home");
  #oracle = new Oracle();
  #nonsense = createMutant(NONSENSE);
  #lived = {};
  #salt = 0;

  constructor(seed, log) {
    this.seed = seed;
    this.log = log;
    this.random = createRandom(seed);
  }

  /** How long a compiler is at work after an edit here and now: disturbances fall into that time. */
  async begin() {
    createCompiledTree(this.#world);
    await clew(["index", this.#world.root, "--semantic"], this.#home);
    for (const language of NAMES) {
      this.#edit(language);
      const run = this.#index();
      const pid = await waitForCompiler(run.pid, LANGUAGES[language].program, run.isOver);
      const seenAt = performance.now();
      await run.ended;
      this.#lived[language] = Math.max(1, Math.round(performance.now() - seenAt));
      if (pid === undefined) throw new Error(`${language} was not asked after an edit`);
    }
  }

  /** Disturbs until it met the wanted number at work, languages by turns, and looks at the index after each. */
  async repeat(wanted, disturb) {
    let met = 0;
    for (let started = 0; met < wanted && started < wanted * 3; started++) {
      const language = NAMES[started % NAMES.length];
      this.#edit(language);
      if (await disturb(language)) met += 1;
      await this.#look();
    }
    return met;
  }

  async killed(language) {
    const run = this.#index();
    const wasAtWork = await this.#signalAtWork(run, language, "SIGKILL");
    await run.ended;
    return wasAtWork;
  }

  async stopped(language) {
    const run = this.#index({ variables: SHORT_DEADLINES });
    const wasAtWork = await this.#signalAtWork(run, language, "SIGSTOP");
    await run.ended;
    return wasAtWork;
  }

  async spoiled() {
    const run = this.#index({ dist: this.#nonsense.dist });
    return /SEMANTICS_PROTOCOL/.test(await run.ended);
  }

  /** A server keeps links exact by itself; each answer must hold the caller, whatever became of the compiler. */
  async served(rounds) {
    const server = new McpProcess(this.#world.root, this.#home);
    let right = 0;
    try {
      await server.initialize();
      for (let round = 0; round < rounds; round++) {
        const language = NAMES[round % NAMES.length];
        const { pathOf, symbolOf, program } = LANGUAGES[language];
        const edited = Math.max(1, this.#edit(language));
        const ask = () => server.call("trace", { symbol: `${pathOf(edited - 1)}#${symbolOf(edited - 1)}` });
        await ask();
        const giveUpAt = performance.now() + 40_000;
        const pid = await waitForCompiler(server.child.pid, program, () => performance.now() > giveUpAt);
        if (pid !== undefined) signal(pid, "SIGKILL");
        const { text, isError } = await ask();
        if (pid !== undefined && !isError && text.includes(pathOf(edited))) right += 1;
        else this.log(`seed ${this.seed}, round ${round}: compiler ${pid}, answered ${text.slice(0, 200)}`);
      }
    } finally {
      await server.close();
    }
    return right;
  }

  async isAsFresh() {
    const again = await this.#dumpAfterSemantics(this.#home);
    return again === (await this.#dumpAfterSemantics(this.#world.path("fresh")));
  }

  close() {
    this.#oracle.close();
    this.#nonsense.remove();
    this.#world.remove();
  }

  #edit(language) {
    const { pathOf, sourceOf } = LANGUAGES[language];
    const at = this.random.below(FILES);
    this.#salt += 1;
    this.#world.write(pathOf(at), sourceOf(at, this.#salt));
    return at;
  }

  #index({ dist = DIST, variables = {} } = {}) {
    const child = spawn(process.execPath, [join(dist, "cli.js"), "index", this.#world.root, "--semantic"], {
      env: { ...process.env, CLEW_HOME: this.#home, ...variables },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let isOver = false;
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const ended = new Promise((resolve) => child.on("close", resolve)).then(() => {
      isOver = true;
      return said;
    });
    return { pid: child.pid, ended, isOver: () => isOver };
  }

  async #signalAtWork(run, language, name) {
    const pid = await waitForCompiler(run.pid, LANGUAGES[language].program, run.isOver);
    await Promise.race([run.ended, sleep(this.random.below(this.#lived[language]))]);
    return !run.isOver() && pid !== undefined && signal(pid, name);
  }

  async #look() {
    const request = { home: this.#home, root: this.#world.root };
    const report = await this.#oracle.ask(request);
    if (report.died || report.error || report.problems.length > 0) this.broken += 1;
    const lost = missingCalls(await this.#dump(this.#home));
    this.lost += lost.length;
    if (lost.length > 0) this.log(`seed ${this.seed}, edit ${this.#salt}: lost ${lost.join(", ")}`);
  }

  async #dumpAfterSemantics(home) {
    await clew(["index", this.#world.root, "--semantic"], home);
    return this.#dump(home);
  }

  async #dump(home) {
    const { openEngine } = await import(join(DIST, "index.js"));
    const engine = await openEngine({ home });
    try {
      return await engine.dump(this.#world.root);
    } finally {
      await engine.close();
    }
  }
}

/** Three of ten messages of a compiler arrive as something else. */
const NONSENSE = [
  [
    "frames of the C# compiler arrive as they were sent",
    String.raw`frames\.push\(chunk\)`,
    'frames.push(Math.random() < 0.3 ? Buffer.from(["Content-Length: 4\\r\\n\\r\\nnull", "x".repeat(9000), "Content-Length: 9\\r\\n\\r\\n{\\"type\\":", "Content-Length: 25\\r\\n\\r\\n{\\"type\\":\\"results\\",\\"id\\":1}"][Math.floor(Math.random() * 4)]) : chunk)',
  ],
  [
    "messages of the TypeScript compiler arrive as they were sent",
    String.raw`child\.on\("message", onMessage\)`,
    'child.on("message", (sent) => onMessage(file.includes("ts-service") && sent.type !== "hello" && Math.random() < 0.3 ? [null, 7, "x", {}, { ...sent, id: "x" }, { type: "planned", id: sent.id, paths: [1] }, { type: "results", id: sent.id, results: [{}] }][Math.floor(Math.random() * 7)] : sent))',
  ],
];
