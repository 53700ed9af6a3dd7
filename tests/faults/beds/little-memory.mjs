/**
 * F23: memory that the system refuses to parsers, by a limit of address space (`ulimit -v`); parsers that are killed at
 * their nth file, and parsers that cannot start. No file is stored as less than it is: an index that lacks files says so
 * (exit 3) or nothing is published (exit 2), and once there is memory it equals one built from nothing.
 */
import { join } from "node:path";
import { createMutant } from "../support/mutant.mjs";
import { Oracle } from "../support/oracle.mjs";
import { DIST, run, World } from "../support/world.mjs";

export const title = "too little memory for parsers";

const FILES = 40;
/** Below the first, Node itself does not start; WebAssembly takes ten gigabytes of address space. */
const FIRST_KB = 900_000;
const LAST_KB = 13_000_000;
const DEADLINE_MS = 120_000;

/** What the build says, and what breaks it. */
const READS_A_FILE = "parcel\\.add\\(await readJob";
const REFUSAL = "if \\(isRefusedMemory\\(error\\)\\) throw error;";

export async function execute({ isSmoke, seed, log }) {
  const world = new World("little-memory");
  const oracle = new Oracle();
  try {
    world.createRepository(FILES, seed);
    const whole = await oracle.ask(
      { home: world.path("whole"), root: world.root, update: true },
      DEADLINE_MS,
    );
    const bed = { world, oracle, whole: whole.updatedDump, log };
    return [
      await belowLimits(bed, isSmoke ? 3 : 12),
      await withBrokenParsers(bed),
      await negativeControl(bed),
    ];
  } finally {
    oracle.close();
    world.remove();
  }
}

async function belowLimits(bed, limits) {
  const wrong = [];
  const codes = {};
  for (let at = 0; at < limits; at++) {
    const limitKb = Math.round(FIRST_KB + ((LAST_KB - FIRST_KB) * at) / (limits - 1));
    const { code, problem } = await indexOnce(bed, { name: `limit-${at}`, limitKb });
    codes[code] = (codes[code] ?? 0) + 1;
    bed.log(`${limitKb} KB: ${code}`);
    if (problem) wrong.push(`${limitKb} KB: ${problem}`);
  }
  return {
    figure: `first indexes with ${FIRST_KB} to ${LAST_KB} KB of address space: partial is said, and heals`,
    measured: wrong.join("; ") || `${limits}, by exit code ${JSON.stringify(codes)}`,
    ok: wrong.length === 0 && codes[3] > 0 && codes[0] > 0,
  };
}

async function withBrokenParsers(bed) {
  const kill =
    'if ((globalThis.nth = (globalThis.nth ?? 0) + 1) === 7) process.kill(process.pid, "SIGKILL"); ';
  const classes = [
    ["killed at every seventh file", READS_A_FILE, `${kill}parcel.add(await readJob`],
    ["cannot start", "\\toffer\\w+First\\(\\);", "\tprocess.exit(1);"],
    ["refused memory always", READS_A_FILE, "process.exit(71); parcel.add(await readJob"],
  ];
  const told = [];
  const wrong = [];
  for (const [name, guard, replacement] of classes) {
    const mutant = createMutant([[name, guard, replacement]]);
    try {
      const { code, problem } = await indexOnce(bed, { name, dist: mutant.dist });
      told.push(`${name}: ${code}`);
      if (problem) wrong.push(`${name}: ${problem}`);
    } finally {
      mutant.remove();
    }
  }
  return {
    figure: "parsers that are lost",
    measured: wrong.join("; ") || told.join(", "),
    ok: wrong.length === 0,
  };
}

/** Without the guard a file is stored as text windows, for good. */
async function negativeControl(bed) {
  const promise = "a file is not read as less where memory is refused";
  const mutant = createMutant([[promise, REFUSAL, ""]]);
  try {
    const { problem } = await indexOnce(bed, { name: "control", limitKb: 6_000_000, dist: mutant.dist });
    return {
      figure: `negative control: without "${promise}" the index stays different`,
      measured: problem,
      ok: Boolean(problem),
    };
  } finally {
    mutant.remove();
  }
}

/** Indexes under the limit, then without it by the sound build; `problem` when anything is wrong with either. */
async function indexOnce({ world, oracle, whole }, { name, limitKb = "unlimited", dist = DIST }) {
  const home = world.path(`home ${name}`);
  const script = `ulimit -v ${limitKb}; exec "$0" "$@"`;
  const { code, signal, isLate, stdout, stderr } = await run(
    "bash",
    ["-c", script, process.execPath, join(dist, "cli.js"), "index", world.root],
    { env: { CLEW_HOME: home }, deadlineMs: DEADLINE_MS },
  );
  const text = stdout + stderr;
  let problem = null;
  if (isLate) problem = "hangs";
  else if (/RangeError|unexpected failure/.test(text)) problem = `a raw error: ${text.slice(0, 200)}`;
  else if (code === 3 && !/could not be parsed/.test(text)) problem = "partial without a word";
  else if (code === 2 && !/hint: /.test(text)) problem = `refused without a hint: ${text.slice(0, 200)}`;
  const healed = await oracle.ask({ home, root: world.root, update: true }, DEADLINE_MS);
  if (healed.error || healed.died || healed.problems.length > 0)
    problem ??= JSON.stringify(healed).slice(0, 300);
  else if (healed.updatedDump !== whole) problem ??= "the index stays different";
  return { code: code ?? signal, problem };
}
