// @ts-check
/** The same functions and methods for the same tree and seed. */

/**
 * @typedef {object} SampledSymbol
 * @property {string} path
 * @property {string} handle
 * @property {string} name
 * @property {number[]} nameOffsets of all declarations with this qualified name in the file, the first one first
 */

/** @param {Map<string, import("./view.mjs").ViewFile>} files @param {number} seed @returns {Iterable<SampledSymbol>} */
export function sampleSymbols(files, seed) {
  /** @type {SampledSymbol[]} */
  const all = [];
  for (const [path, file] of files) {
    const starts = lineStarts(file.text);
    const offset = (/** @type {any} */ symbol) =>
      starts[symbol.namePosition.line - 1] + symbol.namePosition.column;
    for (const symbol of file.facts.symbols) {
      const isCallable = symbol.kind === "function" || symbol.kind === "method";
      if (!isCallable || symbol.overload > 0 || !/^[\w$]+$/.test(symbol.name)) continue;
      const same = file.facts.symbols.filter(
        (/** @type {any} */ other) => other.qualifiedName === symbol.qualifiedName,
      );
      all.push({
        path,
        handle: `${path}#${symbol.qualifiedName}`,
        name: symbol.name,
        nameOffsets: same.map(offset),
      });
    }
  }
  return shuffle(all, seed);
}

/** The same order for the same seed. @template T @param {T[]} all @param {number} seed @returns {T[]} */
export function shuffle(all, seed) {
  const next = generator(seed);
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [all[at], all[other]] = [/** @type {any} */ (all[other]), /** @type {any} */ (all[at])];
  }
  return all;
}

/** Places of all definitions' names, by path. @param {Map<string, import("./view.mjs").ViewFile>} files */
export function nameOffsets(files) {
  /** @type {Map<string, Set<number>>} */
  const found = new Map();
  for (const [path, { text, facts }] of files) {
    const starts = lineStarts(text);
    const offsets = facts.symbols.map(
      (/** @type {any} */ { namePosition: { line, column } }) =>
        /** @type {number} */ (starts[line - 1]) + column,
    );
    found.set(path, new Set(offsets));
  }
  return found;
}

/** @param {string} text */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Mulberry32. @param {number} seed */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
