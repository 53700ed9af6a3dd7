// @ts-check
/** How right an answer is: by kind of task, from what was named. */

/** @typedef {import("./tasks.mjs").Task} Task */
/** @typedef {{ right: boolean, recall: number, precision: number }} Verdict */

const MOST_FILES = 3;

/** @param {Task} task @param {string[]} named @returns {Verdict} */
export function judge(task, named) {
  const items = [...new Set(named.map((item) => item.replace(/^\.\//, "")))];
  if (task.files) return judgeFiles(task.files, items.slice(0, MOST_FILES));
  if (task.sites)
    return verdictOf(
      task.sites.map((site) => [site]),
      items,
    );
  return verdictOf(
    (task.stations ?? []).map((station) => station.map(stationKey)),
    items.map(stationKey),
  );
}

/** @param {(string | string[])[]} files @param {string[]} named */
function judgeFiles(files, named) {
  return verdictOf(
    files.map((file) => (Array.isArray(file) ? file : [file])),
    named,
  );
}

/** @param {string[][]} wanted each a list of alternatives @param {string[]} named @returns {Verdict} */
function verdictOf(wanted, named) {
  const found = wanted.filter((alternatives) => alternatives.some((one) => named.includes(one)));
  const known = new Set(wanted.flat());
  const hits = named.filter((item) => known.has(item)).length;
  return {
    right: found.length === wanted.length,
    recall: found.length / wanted.length,
    precision: named.length > 0 ? hits / named.length : 0,
  };
}

/** `a.rb#Group.export()` and `a.rb#self.export` mean the same station. @param {string} item */
function stationKey(item) {
  const [file = "", name = ""] = item.split("#");
  return `${file}#${name
    .replace(/\(.*$/, "")
    .split(/\.|::|->/)
    .at(-1)}`;
}
