// @ts-check
/** What an answer shows of each file: numbered lines of code, and places it names as `path:start-end`. */

/** @typedef {{ lines: Set<number>, places: { start: number, end: number }[], names: Set<number> }} Shown `names`: lines of definitions that are told by name alone */

const PLACE = /(?:^|\s)([^\s:`]+):(\d+)-(\d+)(?=[\s:,]|$)/g;
/** `12| code`, or with what the line stands in: `12 Cart.add| code`. */
const NUMBERED = /^\s*(\d+)(?: [^|:]*)?[|:] /;
/** `--- path:12-40 …`, `path:12-40: …`, `3. \`path\``, or a bare path: where a file begins. */
const HEADER = /^(?:(?:---|###|\d+\.) +`?([^\s:`]+)|([^\s:`]+)(?::\d|$))/;

/** @param {string} text @param {ReadonlySet<string>} files paths that may be shown @returns {Map<string, Shown>} */
export function shownCode(text, files) {
  /** @type {Map<string, Shown>} */
  const shown = new Map();
  const of = (/** @type {string} */ path) => {
    const known = shown.get(path) ?? { lines: new Set(), places: [], names: new Set() };
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
    const also = /^ *(?:- )?also: (.*)$/.exec(line);
    if (also) {
      if (current !== "") addDefinitions(of(current), String(also[1]));
      continue;
    }
    const less = /^less likely: (.*)$/.exec(line);
    for (const place of less ? String(less[1]).split("; ") : []) {
      const named = /^([^\s:]+):(\d+)/.exec(place);
      if (named && files.has(String(named[1]))) of(String(named[1])).names.add(Number(named[2]));
    }
    if (less) continue;
    const header = HEADER.exec(line);
    // What follows belongs to the file named last, whether it is asked about or not.
    if (header) {
      const path = String(header[1] ?? header[2]);
      current = files.has(path) ? path : "";
    }
    for (const match of line.matchAll(PLACE))
      if (files.has(String(match[1])))
        of(String(match[1])).places.push({ start: Number(match[2]), end: Number(match[3]) });
    // `120-140 function f` below the path of its file.
    const below = /^\s+(\d+)-(\d+)[\s|:]/.exec(line);
    if (below && current !== "") of(current).places.push({ start: Number(below[1]), end: Number(below[2]) });
  }
  return shown;
}

/** `12-40 open; 44-61 close` as places, `12 open, 44 close` as names. @param {Shown} shown @param {string} told */
function addDefinitions(shown, told) {
  for (const one of told.split(/[;,] /)) {
    const [, start, end] = /^(\d+)(?:-(\d+))? /.exec(one) ?? [];
    if (end !== undefined) shown.places.push({ start: Number(start), end: Number(end) });
    else if (start !== undefined) shown.names.add(Number(start));
  }
}
