/**
 * Random operations on a working tree, its branches and its index, done to a naive model as well, with names that turn into
 * links, FIFOs, folders and repositories and back, tracked or not: whatever is asked
 * in between and afterwards, the index says what the model says, and equals one that is built from nothing.
 * CLEW_OPERATIONS sets the number (20,000 by default, 150 as smoke).
 */
import fc from "fast-check";
import { Compare, commandsOf } from "../model/commands.mjs";
import { RealTree } from "../model/real-tree.mjs";
import {
  describe as describeFiles,
  EXTENSIONS,
  FOLDERS,
  impossibleIn,
  MIN_FILES,
  NAMES,
  TreeModel,
  textOf,
} from "../model/tree-model.mjs";
import { createMutant } from "../support/mutant.mjs";
import { createRandom, DIST, World } from "../support/world.mjs";

export const title = "random operations against a model and a fresh build";

/** Operations of a round at most; half as many on average. */
const PER_ROUND = 500;
const SMOKE_PER_ROUND = 120;
/** A failing script is made shorter for this long. */
const SHRINK_MS = 240_000;

export async function execute({ isSmoke, seed, log }) {
  const wanted = Number(process.env.CLEW_OPERATIONS ?? (isSmoke ? 150 : 20_000));
  const perRound = isSmoke ? SMOKE_PER_ROUND : PER_ROUND;
  const total = {
    operations: 0,
    killed: 0,
    rounds: 0,
    comparisons: 0,
    watched: 0,
    typeChanges: 0,
    failures: [],
  };
  while (total.operations < wanted && total.failures.length < 3) {
    await playRound({ seed: seed + total.rounds, perRound, dist: DIST, shrinkMs: SHRINK_MS, total, log });
    if (total.rounds % 10 === 0) log(`${total.operations} operations, ${total.killed} writers killed`);
  }
  const rows = [
    {
      figure: "operations",
      measured: `${total.operations} in ${total.rounds} rounds from seed ${seed}, ${total.killed} writers killed at work, ${total.comparisons} fresh builds, ${total.watched} stale answers while watching, ${total.typeChanges} names became a link, FIFO, folder, repository or file`,
      ok: total.operations >= wanted && total.killed > 0 && total.typeChanges > 0,
    },
    { figure: "differences", measured: total.failures.join("\n") || 0, ok: total.failures.length === 0 },
  ];
  rows.push(watchedControl(seed));
  for (const [promise, edits] of MUTANTS)
    rows.push(await negativeControl({ promise, edits, seed, perRound }));
  return rows;
}

/** Most rounds never watch at the moment that counts; one of so many does. */
const CONTROL_ROUNDS = 40;

/** What is promised, and the edits of a build that does not keep it. */
const MUTANTS = [
  ["links are made again", [["function mustRelink\\(dependencies, changed\\) \\{", "$& return false;"]]],
  [
    "the tree says what lies at a name",
    [
      ['else if \\(kind === "file"\\) listing\\.files', "else if (false) listing.files"],
      ["else if \\(isRepository\\(jail, path\\)\\) repositories", "else if (false) repositories"],
    ],
  ],
  ["watching tells of changes", [["if \\(!watcher\\.isUnchanged\\(\\)\\) return false;", ""]]],
];

/** One script of commands on a new repository. Counts into `total`; a failure prints the seed and the short script. */
async function playRound({ seed, perRound, dist, shrinkMs, total, log }) {
  const { openEngine } = await import(`${dist}/index.js`);
  const started = Date.now();
  let failedAt = 0;
  const property = fc.asyncProperty(commandsOf(perRound), async (commands) => {
    if (failedAt && Date.now() - failedAt > shrinkMs) return;
    const model = new TreeModel();
    const real = new RealTree(new World("operations"), dist, openEngine);
    try {
      plant(model, real, seed);
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await new Compare({}).run(model, real);
    } catch (error) {
      failedAt ||= Date.now();
      throw error;
    } finally {
      await real.close();
      if (!failedAt) {
        total.operations += model.operations;
        total.killed += real.killed;
        total.comparisons += model.comparisons;
        total.watched += model.watched;
        total.typeChanges += model.typeChanges;
      }
    }
  });
  const outcome = await fc.check(property, { seed, numRuns: 1, unbiased: true });
  total.rounds += 1;
  if (!outcome.failed) return;
  const message = String(outcome.errorInstance?.message ?? outcome.error).slice(0, 1_500);
  total.failures.push(`seed ${seed} after ${Date.now() - started} ms: ${outcome.counterexample}: ${message}`);
  log(total.failures.at(-1));
}

/** A first commit with files in every folder. */
function plant(model, real, seed) {
  const random = createRandom(seed);
  real.git("init", "-q", "-b", model.branch);
  while (model.files.size < MIN_FILES + 10) {
    const extension = random.pick(EXTENSIONS);
    const path = `${random.pick(FOLDERS)}/${random.pick(NAMES)}.${extension}`;
    const [name, other] = [random.below(NAMES.length), random.below(NAMES.length)];
    const text = textOf(extension, {
      name,
      other,
      first: random.below(24),
      second: random.below(24),
      salt: 0,
    });
    model.files.set(path, text);
    real.write(path, text);
  }
  real.git("add", "-A");
  real.git("commit", "-q", "-m", "first");
  model.commit();
}

/** The check of answers while watching lets pass what was so at some moment, and nothing else. */
function watchedControl(seed) {
  const model = new TreeModel();
  const random = createRandom(seed);
  const text = (first) => textOf("py", { name: 0, other: 1, first, second: 23, salt: random.below(999) });
  model.files = new Map(["a.py", "b.py", "c.py"].map((path, at) => [path, text(at)]));
  model.publish(true);
  const before = describeFiles(model.files);
  model.files.set("a.py", text(5));
  model.files.delete("c.py");
  model.noteChanges();
  const mixed = new Map([...model.files, ["a.py", model.files.get("a.py")], ["c.py", text(2)]]);
  const lost = new Map([...model.files].filter(([path]) => path !== "b.py"));
  const foreign = new Map([...model.files, ["b.py", text(7)]]);
  const found = [
    before,
    describeFiles(model.files),
    describeFiles(mixed),
    describeFiles(lost),
    describeFiles(foreign),
  ];
  const counts = found.map((shown) => impossibleIn(model, shown).length);
  return {
    figure: "negative control: what never was is found among what may be shown while watching",
    measured: `differences ${counts.join(", ")}`,
    ok: JSON.stringify(counts) === "[0,0,0,1,1]",
  };
}

/** The same rounds on a build without a guard must find a difference. */
async function negativeControl({ promise, edits, seed, perRound }) {
  const mutant = createMutant(edits.map(([guard, replacement]) => [promise, guard, replacement]));
  const total = {
    operations: 0,
    killed: 0,
    rounds: 0,
    comparisons: 0,
    watched: 0,
    typeChanges: 0,
    failures: [],
  };
  try {
    while (total.rounds < CONTROL_ROUNDS && total.failures.length === 0)
      await playRound({
        seed: seed + total.rounds,
        perRound,
        dist: mutant.dist,
        shrinkMs: 0,
        total,
        log: () => {},
      });
    return {
      figure: `negative control: without "${promise}" it differs`,
      measured: total.failures.length > 0 ? `found in round ${total.rounds}` : "not found",
      ok: total.failures.length > 0,
    };
  } finally {
    mutant.remove();
  }
}
