/**
 * Processes of compilers killed, stopped and made to talk nonsense at random moments of many short passes, in one server
 * that lives through all of them, and in one that is asked meanwhile. No call is lost: what the compiler did not say again,
 * the rules say, the server answers, and after every few disturbances an undisturbed pass gives what a fresh index has.
 */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createCompiledTree, FILES, LANGUAGES, missingCalls } from "../support/compiled-tree.mjs";
import { signal, waitForCompiler } from "../support/compiler-process.mjs";
import { McpProcess } from "../support/mcp-client.mjs";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { SemanticServer } from "../support/semantic-server.mjs";
import { clew, createRandom, DIST, World } from "../support/world.mjs";

export const title = "compilers killed, stopped and talking nonsense at work";
export const needs = ["dotnet"];

const NAMES = Object.keys(LANGUAGES);
/** A process that stands still is given up after ten times the computing time that it may take. */
const SHORT_DEADLINES = { CLEW_SEMANTICS_LOAD_MS: "1000", CLEW_SEMANTICS_FILE_MS: "1000" };
/** A compiler that ends more often in a row is left alone for minutes, which is tested elsewhere. */
const DISTURBED_IN_A_ROW = 3;
const PASSES_PER_COMPARISON = 30;

export async function execute({ isSmoke, seed, log, cases }) {
  const kills = cases ?? (isSmoke ? 6 : 500);
  const others = isSmoke ? 2 : 40;
  const served = isSmoke ? 2 : 10;
  const bed = new Bed(seed, log);
  try {
    await bed.begin();
    const killed = await bed.disturb(kills, { name: "SIGKILL" });
    const stopped = await bed.disturb(others, { name: "SIGSTOP", variables: SHORT_DEADLINES });
    const spoiled = await bed.spoil(others);
    const answered = await bed.served(served);
    await bed.compare();
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
      {
        figure: `comparisons with a fresh semantic index that differ, of ${bed.compared}`,
        measured: bed.different,
        ok: bed.different === 0 && bed.compared > 0,
      },
    ];
  } finally {
    bed.close();
  }
}

class Bed {
  /** Compilers that were disturbed at work. */
  met = 0;
  lost = 0;
  broken = 0;
  compared = 0;
  different = 0;
  #world = new World("compiler-kills", { isInMemory: true });
  #home = this.#world.path("home");
  #oracle = new Oracle();
  #nonsense = createMutant(NONSENSE);
  #lived = {};
  #salt = 0;
  #passes = 0;

  constructor(seed, log) {
    this.seed = seed;
    this.log = log;
    this.random = createRandom(seed);
  }

  /** How long a compiler is there from its start to the end of a pass, here and now: disturbances fall into that time. */
  async begin() {
    createCompiledTree(this.#world);
    await clew(["index", this.#world.root], this.#home);
    const server = this.#server();
    const startedAt = performance.now();
    let isOver = false;
    const pass = server.pass().then((code) => {
      isOver = true;
      return code;
    });
    const seen = await Promise.all(
      NAMES.map(async (language) => {
        const pid = await waitForCompiler(server.pid, LANGUAGES[language].program, () => isOver);
        return { language, pid, atMs: performance.now() };
      }),
    );
    const code = await pass;
    await server.close();
    for (const { language, pid, atMs } of seen) {
      if (pid === undefined || code !== null) throw new Error(`${language} was not asked: ${code}`);
      this.#lived[language] = Math.round(performance.now() - atMs);
    }
    this.log(`a first pass takes ${Math.round(performance.now() - startedAt)} ms`);
  }

  /** Signals the compilers of both languages in passes of one server until so many were met at work. */
  async disturb(wanted, { name, variables }) {
    const server = this.#server({ variables });
    let met = 0;
    try {
      for (let pass = 0; met < wanted && pass < wanted * 2; pass++) {
        for (const language of NAMES) this.#edit(language);
        let isOver = false;
        const ended = server.pass().then(() => {
          isOver = true;
        });
        if (pass % (DISTURBED_IN_A_ROW + 1) !== DISTURBED_IN_A_ROW)
          met += await this.#signalAll(server.pid, name, ended, () => isOver);
        await ended;
        await this.#look(server);
      }
    } finally {
      await server.close();
    }
    return met;
  }

  async #signalAll(parent, name, ended, isOver) {
    const hits = await Promise.all(
      NAMES.map(async (language) => {
        const pid = await waitForCompiler(parent, LANGUAGES[language].program, isOver);
        await Promise.race([ended, sleep(this.random.below(this.#lived[language]))]);
        return !isOver() && pid !== undefined && signal(pid, name);
      }),
    );
    const met = hits.filter(Boolean).length;
    this.met += met;
    return met;
  }

  /** Passes of servers whose compilers say something else three times of ten. */
  async spoil(wanted) {
    let met = 0;
    for (let started = 0; met < wanted && started < wanted; started++) {
      const server = this.#server({ dist: this.#nonsense.dist });
      try {
        for (let pass = 0; met < wanted && pass < DISTURBED_IN_A_ROW; pass++) {
          for (const language of NAMES) this.#edit(language);
          if ((await server.pass()) === "SEMANTICS_PROTOCOL") met += 1;
          await this.#look(server);
        }
      } finally {
        await server.close();
      }
    }
    return met;
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

  /** An undisturbed pass over the index that all this was done to, against one over nothing. */
  async compare() {
    const fresh = this.#world.path(`fresh-${this.compared}`);
    const dumps = [];
    for (const home of [this.#home, fresh]) {
      const server = this.#server({ home });
      const code = await server.pass();
      if (code !== null)
        this.log(`seed ${this.seed}, edit ${this.#salt}: an undisturbed pass failed: ${code}`);
      dumps.push(await server.dump());
      await server.close();
    }
    rmSync(fresh, { recursive: true, force: true });
    this.compared += 1;
    if (dumps[0] === dumps[1]) {
      this.log(
        `${this.met} compilers disturbed in ${this.#passes} passes, ${this.lost} calls lost, as a fresh index`,
      );
      return;
    }
    this.different += 1;
    this.log(`seed ${this.seed}, edit ${this.#salt}: differs from a fresh index`);
  }

  close() {
    this.#oracle.close();
    this.#nonsense.remove();
    this.#world.remove();
  }

  #server({ dist = DIST, home = this.#home, variables } = {}) {
    return new SemanticServer({ dist, root: this.#world.root, home, variables });
  }

  #edit(language) {
    const { pathOf, sourceOf } = LANGUAGES[language];
    const at = this.random.below(FILES);
    this.#salt += 1;
    this.#world.write(pathOf(at), sourceOf(at, this.#salt));
    return at;
  }

  /** After each pass the calls; the whole index now and then, because that costs more than a pass. */
  async #look(server) {
    this.#passes += 1;
    const lost = missingCalls(await server.dump());
    this.lost += lost.length;
    if (lost.length > 0) this.log(`seed ${this.seed}, edit ${this.#salt}: lost ${lost.join(", ")}`);
    if (this.#passes % PASSES_PER_COMPARISON !== 0) return;
    const report = await this.#oracle.ask({ home: this.#home, root: this.#world.root });
    if (report.died || report.error || report.problems.length > 0) this.broken += 1;
    await this.compare();
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
