// @ts-check
/** What an answer shows of each file: numbered lines of code, and places it names as `path:start-end`. */

/** @typedef {{ lines: Set<number>, places: { start: number, end: number }[] }} Shown */

const PLACE = /(?:^|\s)([^\s:`]+):(\d+)-(\d+)(?=[\s:,]|$)/g;
const NUMBERED = /^\s*(\d+)[|:] /;

/** @param {string} text @param {ReadonlySet<string>} files paths that may be shown @returns {Map<string, Shown>} */
export function shownCode(text, files) {
  /** @type {Map<string, Shown>} */
  const shown = new Map();
  const of = (/** @type {string} */ path) => {
    const known = shown.get(path) ?? { lines: new Set(), places: [] };
    shown.set(path, known);
    return known;
  };
  let current = "";
  for (const line of text.split("\n")) {
    const numbered = NUMBERED.exec(line);
    if (numbered) {
      if (current !== "") of(current).lines.add(Number(numbered[1]));
      continue;
    }
    const header = /^(?:---|###|\d+\.)? *`?([^\s:`]+)(?::\d+(?:-\d+)?)?`?(?:[\s:,]|$)/.exec(line);
    if (header && files.has(String(header[1]))) current = String(header[1]);
    for (const match of line.matchAll(PLACE))
      if (files.has(String(match[1])))
        of(String(match[1])).places.push({ start: Number(match[2]), end: Number(match[3]) });
    // `120-140 function f` below the path of its file.
    const below = /^\s+(\d+)-(\d+)[\s|:]/.exec(line);
    if (below && current !== "") of(current).places.push({ start: Number(below[1]), end: Number(below[2]) });
  }
  return shown;
}
