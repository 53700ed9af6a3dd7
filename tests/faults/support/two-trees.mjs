/** A repository with an index of its old tree and changes that are not indexed yet; what its index may show after a fault. */
import { clew } from "./world.mjs";

/**
 * The old tree with an index in `home-old`, `indexOld` for more indexes of it, then the new tree in its place. Returns
 * the dumps of indexes: of the old tree, of the new one, of nothing; the home of nothing is `home-none`, which is not
 * there.
 */
export async function prepareTrees(world, oracle, { files, seed, indexOld }) {
  world.createRepository(files, seed);
  await mustIndex(world, world.path("home-old"));
  await indexOld?.();
  const before = (await oracle.ask({ home: world.path("home-old"), root: world.root })).dump;
  world.changeRepository(files, seed);
  await mustIndex(world, world.path("home-new"));
  const after = (await oracle.ask({ home: world.path("home-new"), root: world.root })).dump;
  const nothing = (await oracle.ask({ home: world.path("home-asked"), root: world.root })).dump;
  if (!before || !after || !nothing || new Set([before, after, nothing]).size < 3)
    throw new Error("the trees must differ");
  return { before, after, nothing };
}

/**
 * `kind` is null when all is well. The index must show the old tree (`before`) or the new one, and the new one after
 * the next update; `mustBeNew`: it was published before the fault.
 * `isGivenUpRightly`: SQLite calls a page that cannot be read a damaged database, and a damaged index is put aside and
 * built anew, with a warning.
 */
export function judge(report, { before, after }, { isGivenUpRightly = false, mustBeNew = false } = {}) {
  if (report.died) return { kind: "corrupt", why: "the reader died" };
  if (report.error) return { kind: "corrupt", why: `${report.error.code} ${report.error.message}` };
  const { problems, dump, updatedDump, firstAnswerMs } = report;
  // An index that is healed from the sources was corrupt all the same.
  if (report.isMovedAside && !isGivenUpRightly)
    return { kind: "corrupt", why: "the index was moved aside", firstAnswerMs };
  if (problems.length > 0) return { kind: "corrupt", why: problems[0], firstAnswerMs };
  if (dump !== before && dump !== after)
    return { kind: "torn", why: "neither the old nor the new tree", firstAnswerMs };
  if (mustBeNew && dump !== after)
    return { kind: "lost", why: "what was published is not there", firstAnswerMs };
  if (updatedDump !== after)
    return { kind: "stuck", why: "the next update gives another index", firstAnswerMs };
  return { kind: null, firstAnswerMs };
}

async function mustIndex(world, home) {
  const done = await clew(["index", world.root], home);
  if (done.code !== 0) throw new Error(`index failed: ${done.stderr}`);
}
