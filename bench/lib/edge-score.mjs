// @ts-check
/** Precision and recall over sampled symbols. */

/** @typedef {import("./reference-truth.mjs").Site} Site */

class Tally {
  right = 0;
  claimed = 0;
  found = 0;
  truth = 0;

  /** @param {Set<string>} claimed for precision @param {Set<string>} offered for recall @param {Set<string>} truth */
  add(claimed, offered, truth) {
    for (const one of claimed) if (truth.has(one)) this.right += 1;
    for (const one of truth) if (offered.has(one)) this.found += 1;
    this.claimed += claimed.size;
    this.truth += truth.size;
  }

  figures() {
    return {
      precision: this.claimed === 0 ? 1 : this.right / this.claimed,
      recall: this.truth === 0 ? 1 : this.found / this.truth,
      claimed: this.claimed,
      truth: this.truth,
    };
  }
}

export class Score {
  callers = new Tally();
  references = new Tally();
  /** References that only a guess found. */
  guesses = new Tally();
  /** @type {string[]} */
  misses = [];

  figures() {
    return {
      callers: this.callers.figures(),
      references: this.references.figures(),
      guesses: this.guesses.figures(),
    };
  }
}

const USE_KINDS = new Set(["calls", "references", "imports"]);

/**
 * @param {import("./sample-symbols.mjs").SampledSymbol} symbol @param {Site[]} truth
 * @param {{ index: import("./edge-index.mjs").EdgeIndex, tiers: { precision: string[], recall: string[] }, exact: Score, family: Score }} subject
 * @param {Map<string, import("./view.mjs").ViewFile>} files @param {number} maxMisses
 */
export function compareSymbol(symbol, truth, { index, tiers, exact, family }, files, maxMisses) {
  const readings = [
    { score: exact, members: [symbol.handle], sites: truth.filter((site) => site.isExact) },
    { score: family, members: [...index.family(symbol.handle)], sites: truth },
  ];
  for (const { score, members, sites } of readings) {
    const callers = new Set(sites.filter((site) => site.isCall).map((site) => callerAt(site, files)));
    const places = new Set(sites.map((site) => `${site.path}:${site.isImport ? "import" : site.line}`));
    const edges = members.flatMap((member) => index.to(member)).filter((edge) => USE_KINDS.has(edge.kind));
    const ours = { precision: sitesOf(edges, tiers.precision), recall: sitesOf(edges, tiers.recall) };
    score.callers.add(ours.precision.callers, ours.recall.callers, callers);
    score.references.add(ours.precision.places, ours.recall.places, places);
    const guessed = new Set([...ours.recall.places].filter((place) => !ours.precision.places.has(place)));
    score.guesses.add(guessed, guessed, places);
    noteMisses(score, symbol.handle, ours, guessed, places, maxMisses);
  }
}

/** @param {import("./edge-index.mjs").Edge[]} edges @param {string[]} tiers */
function sitesOf(edges, tiers) {
  /** @type {Set<string>} */
  const callers = new Set();
  /** @type {Set<string>} */
  const places = new Set();
  for (const { from, kind, tier, lines } of edges) {
    if (!tiers.includes(tier)) continue;
    if (kind === "calls") callers.add(from);
    const path = from.replace(/#.*$/s, "");
    // A name may stand on another line than the statement that imports it.
    if (kind === "imports") places.add(`${path}:import`);
    else for (const line of lines) places.add(`${path}:${line}`);
  }
  return { callers, places };
}

/**
 * @param {Score} score @param {string} handle
 * @param {{ precision: { places: Set<string> }, recall: { places: Set<string> } }} ours @param {Set<string>} guessed
 * @param {Set<string>} truth @param {number} max
 */
function noteMisses(score, handle, ours, guessed, truth, max) {
  for (const place of guessed) {
    if (!truth.has(place) && score.misses.length < max)
      score.misses.push(`guessed  ${handle} used at ${place}`);
  }
  for (const place of ours.precision.places) {
    if (!truth.has(place) && score.misses.length < max)
      score.misses.push(`wrong    ${handle} used at ${place}`);
  }
  for (const place of truth) {
    if (!ours.recall.places.has(place) && score.misses.length < max)
      score.misses.push(`missing  ${handle} used at ${place}`);
  }
}

/** Innermost symbol around a place, found the slow and plain way. @param {Site} site @param {Map<string, import("./view.mjs").ViewFile>} files */
function callerAt({ path, offset }, files) {
  const file = files.get(path);
  let best = null;
  for (const symbol of file?.facts.symbols ?? []) {
    const { start, end } = symbol.span;
    if (offset < start || offset >= end) continue;
    const isSameStatement = best && best.span.start === start && best.span.end === end;
    if (isSameStatement && offsetOf(file, symbol) > offset) continue;
    if (!best || end - start <= best.span.end - best.span.start) best = symbol;
  }
  if (!best) return path;
  return `${path}#${best.qualifiedName}${best.overload > 0 ? `~${best.overload}` : ""}`;
}

/** @param {any} file @param {any} symbol */
function offsetOf(file, symbol) {
  let start = 0;
  for (let line = 1; line < symbol.namePosition.line; line++) start = file.text.indexOf("\n", start) + 1;
  return start + symbol.namePosition.column;
}
