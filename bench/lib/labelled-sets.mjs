// @ts-check
/** Trees of the labelled sets. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** @param {string} sets @param {string} suite @param {string} set for swebench: `mini` or the name of a set @returns {any[]} */
export function corporaOf(sets, suite, set) {
  /** @type {any[]} */
  const corpora = JSON.parse(readFileSync(join(sets, "corpora.json"), "utf8"));
  return corpora.filter(
    (one) =>
      one.suite === suite && (suite !== "swebench" || !set || (set === "mini" ? one.mini : one.set === set)),
  );
}

/**
 * The exported tree; an export left by an earlier run is used again. Null when the mirror lacks the repository.
 * @param {string} sets @param {any} corpus @param {string} work @param {string | undefined} mirror
 */
export async function treeOf(sets, corpus, work, mirror) {
  const places = ["corpora", "swebench"].map((folder) => join(resolve(work), folder, corpus.name));
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  const { exportTree, gitDirOf } = await import(pathToFileURL(join(sets, "export.mjs")).href);
  const git = mirror ? gitDirOf(resolve(mirror), corpus.github) : null;
  if (!git) {
    console.error(`${corpus.name}: not in the mirror (${corpus.github})`);
    return null;
  }
  const target = String(places[corpus.suite === "swebench" ? 1 : 0]);
  exportTree(git, corpus.rev, target, corpus.subdir);
  return target;
}
