// @ts-check
/** The tasks of the trial, their repositories, and where a prepared trial keeps things. */
import fs from "node:fs";
import path from "node:path";

export const ARMS = ["g", "c"];
export const KINDS = ["locate", "meaning", "impact", "flow"];

/**
 * A task; which of the truths it has depends on its kind. `from` is the commit it was taken from. An entry of `files` or `stations` that is a list names
 * alternatives, one of which is enough.
 * @typedef {{ id: string, kind: string, repository: string, text: string, from?: string, files?: (string | string[])[],
 *   name?: string, sites?: string[], stations?: string[][] }} Task
 */

/** @returns {{ name: string, github: string, commit: string, languages: string }[]} */
export function readRepositories() {
  return JSON.parse(fs.readFileSync(new URL("repositories.json", import.meta.url), "utf8"));
}

/** @param {string} kind @returns {Task[]} */
export function readTasks(kind) {
  const tasks = JSON.parse(fs.readFileSync(new URL(`tasks/${kind}.json`, import.meta.url), "utf8"));
  return tasks.map((/** @type {Task} */ task) => ({ ...task, kind }));
}

/** @returns {Task[]} */
export function readAllTasks() {
  return KINDS.flatMap(readTasks);
}

/** @param {string} id @returns {Task} */
export function taskOf(id) {
  const task = readAllTasks().find((one) => one.id === id);
  if (!task) throw new Error(`no task ${id}`);
  return task;
}

/** @param {string} trial @param {string} repository */
export const treeOf = (trial, repository) => path.join(trial, "trees", repository);

/** @param {string} trial @param {string} arm @param {string} kind */
export const logOf = (trial, arm, kind) => path.join(trial, "log", `${arm}-${kind}.tsv`);

/** @param {string} trial @param {string} arm @param {string} kind */
export const answersOf = (trial, arm, kind) => path.join(trial, "answers", `${arm}-${kind}.tsv`);
