// @ts-check
/** Precision, recall and rank of the first right file, by what kind of question was asked. */
import path from "node:path";

/** @typedef {{ repo: string, query: string, category: string, targets: { path: string }[] }} Task */
/** @typedef {{ precision: number, recall: number, reciprocal: number, first: boolean, among5: boolean }} Outcome */

const QUESTIONS = new Set(["symbol", "semantic", "architecture"]);
const FEW_WORDS = 4;
const AT_PRECISION = 5;
export const AT_RECALL = 20;

/** Told by the form of the question and where its answers lie, so that labels of other sets need none of their own. @param {Task} task */
export function archetypeOf({ query, category, targets }) {
  const words = query.trim().split(/\s+/).length;
  if (words === 1) return "qualified name";
  if (words <= FEW_WORDS) return "vague";
  if (!QUESTIONS.has(category)) return targets.length > 1 ? "impact of a change" : "behaviour";
  const folders = new Set(targets.map((target) => path.posix.dirname(target.path)));
  return folders.size > 1 ? "across modules" : "behaviour";
}

/** @param {Task} task @param {readonly string[]} files best first @param {(a: string, b: string) => boolean} isSame @returns {Outcome} */
export function outcomeOf({ targets }, files, isSame) {
  const isRight = (/** @type {string} */ file) => targets.some((target) => isSame(file, target.path));
  const first = files.findIndex(isRight);
  const found = targets.filter((target) =>
    files.slice(0, AT_RECALL).some((file) => isSame(file, target.path)),
  );
  return {
    precision: files.slice(0, AT_PRECISION).filter(isRight).length / AT_PRECISION,
    recall: found.length / Math.max(1, targets.length),
    reciprocal: first < 0 ? 0 : 1 / (first + 1),
    first: first === 0,
    among5: first >= 0 && first < AT_PRECISION,
  };
}

/** @param {readonly { archetype: string, outcome: Outcome }[]} rows */
export function printArchetypes(rows) {
  const names = [...new Set(rows.map(({ archetype }) => archetype))].sort();
  for (const name of ["all", ...names]) {
    const own = rows.filter(({ archetype }) => name === "all" || archetype === name);
    const mean = (/** @type {(one: Outcome) => number} */ of) =>
      (own.reduce((sum, { outcome }) => sum + of(outcome), 0) / Math.max(1, own.length)).toFixed(3);
    console.log(
      `  ${name.padEnd(20)} (${String(own.length).padStart(3)}): P@5 ${mean((one) => one.precision)}, R@20 ${mean((one) => one.recall)}, MRR ${mean((one) => one.reciprocal)}, success@1 ${mean((one) => Number(one.first))}, success@5 ${mean((one) => Number(one.among5))}`,
    );
  }
}
