#!/usr/bin/env node
// Fits the weights of the ranking from dumped feature rows, and judges them on repositories that were left out.
//
//   node model/ranking/fit-weights.mjs --dump PREFIX [--dump PREFIX ...] [--without FEATURE,...] [--on-top FEATURE,...]
//                                      [--folds 5] [--l2 0.0005] [--print]
//
// List-wise logistic regression: softmax over the candidates of a query, the right files as target; first over neighbouring kinds
// of query together, then for the kind itself, pulled towards the shared solution. `--print` prints the weights of all repositories
// together as rows of src/retrieval/rank/weights.ts. `--on-top` fits weights of the named features alone, on top of the scores that were
// dumped. Needs nothing but node.
import { readFileSync } from "node:fs";

const KINDS = ["question", "change", "report"];
/** Which kinds a kind learns from first, before its own queries pull it away. */
const POOL = {
  question: ["symbol", "question", "change"],
  change: ["question", "change", "report"],
  report: ["change", "report"],
};
const NEGATIVES = 60;
/** Set by hand where they are: what they are worth cannot be learned from these sets. */
const HAND_SET = new Set(["recency", "recencyAsked", "isDeprioritised", "phraseShare", "phrasePairs"]);
const DISCOUNT = Array.from({ length: 10 }, (_, rank) => 1 / Math.log2(rank + 2));

const options = readArguments(process.argv.slice(2));
const { features, queries } = loadDumps(options.dump);
const width = features.length;
const isUsed = features.map((name) =>
  options.onTop.length > 0
    ? options.onTop.includes(name)
    : !HAND_SET.has(name) && !options.without.includes(name),
);
const used = features.flatMap((_name, at) => (isUsed[at] ? [at] : []));
const foldOf = foldsOf(queries, options.folds);
evaluate("as dumped", (query) => query.scores);
const models = Array.from({ length: options.folds }, (_, fold) =>
  fitKinds(queries.filter((query) => foldOf.get(familyOf(query)) !== fold)),
);
evaluate("repositories left out", (query) => scoresBy(models[foldOf.get(familyOf(query))], query));
const all = fitKinds(queries);
evaluate("all", (query) => scoresBy(all, query));
if (options.print) printWeights(all);

function scoresBy(model, query) {
  const weights = model[query.kind];
  return weights ? scoreRows(query, weights) : query.scores;
}

/** What the present ranking gives, when features are fitted on top of it. */
function baseOf({ scores }, row) {
  return options.onTop.length > 0 ? scores[row] : 0;
}

function scoreRows(query, weights) {
  const { rows, n } = query;
  const scores = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    let sum = baseOf(query, row);
    for (const at of used) sum += rows[row * width + at] * weights[at];
    scores[row] = sum;
  }
  return scores;
}

function fitKinds(known) {
  const model = {};
  for (const kind of KINDS) {
    const pool = known.filter((query) => POOL[kind].includes(query.kind) && query.gold.size > 0);
    const own = pool.filter((query) => query.kind === kind);
    if (own.length === 0) continue;
    const shared = fitWeights(
      pool,
      (query) => (query.kind === kind ? 1 : 0.5),
      new Float64Array(width),
      options.l2,
      60,
    );
    model[kind] = fitWeights(own, () => 1, shared, options.l2 * 3, 40);
  }
  return model;
}

/** Minimises the loss plus a pull towards `anchor`, by L-BFGS. */
function fitWeights(known, shareOf, anchor, l2, iterations) {
  const total = known.reduce((sum, query) => sum + shareOf(query), 0);
  const loss = (weights, gradient) => {
    let value = 0;
    gradient.fill(0);
    for (const query of known) value += addLoss(query, weights, gradient, shareOf(query) / total);
    for (const at of used) {
      const away = weights[at] - anchor[at];
      value += 0.5 * l2 * away * away;
      gradient[at] += l2 * away;
    }
    return value;
  };
  return minimise(loss, Float64Array.from(anchor), iterations);
}

/** Right files, and the strongest wrong ones by the present order. */
function addLoss(query, weights, gradient, share) {
  const { rows, gold, learned } = query;
  const scores = new Float64Array(learned.length);
  let most = Number.NEGATIVE_INFINITY;
  for (const [place, row] of learned.entries()) {
    let sum = baseOf(query, row);
    const base = row * width;
    for (const at of used) sum += rows[base + at] * weights[at];
    scores[place] = sum;
    if (sum > most) most = sum;
  }
  let norm = 0;
  for (const score of scores) norm += Math.exp(score - most);
  let value = 0;
  for (const [place, row] of learned.entries()) {
    const p = Math.exp(scores[place] - most) / norm;
    const target = gold.has(row) ? 1 / gold.size : 0;
    if (target > 0) value -= share * target * (scores[place] - most - Math.log(norm));
    const push = share * (p - target);
    const base = row * width;
    for (const at of used) gradient[at] += push * rows[base + at];
  }
  return value;
}

function minimise(loss, start, iterations) {
  let point = start;
  let gradient = new Float64Array(width);
  let value = loss(point, gradient);
  const steps = [];
  for (let round = 0; round < iterations; round++) {
    const direction = towards(gradient, steps);
    const slope = dot(direction, gradient);
    if (slope > -1e-12) break;
    let size = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
    const next = new Float64Array(width);
    const nextGradient = new Float64Array(width);
    let nextValue = value;
    for (let tries = 0; tries < 20; tries++, size /= 2) {
      for (let at = 0; at < width; at++) next[at] = point[at] + size * direction[at];
      nextValue = loss(next, nextGradient);
      if (nextValue <= value + 1e-4 * size * slope) break;
    }
    const moved = next.map((one, at) => one - point[at]);
    const turned = nextGradient.map((one, at) => one - gradient[at]);
    if (dot(moved, turned) > 1e-12) steps.push({ moved, turned });
    if (steps.length > 8) steps.shift();
    const isDone = value - nextValue < 1e-7;
    [point, gradient, value] = [next, nextGradient, nextValue];
    if (isDone) break;
  }
  return point;
}

/** The direction of L-BFGS by its last steps. */
function towards(gradient, steps) {
  const direction = gradient.map((one) => -one);
  const shares = [];
  for (const { moved, turned } of [...steps].reverse()) {
    const share = dot(moved, direction) / dot(moved, turned);
    shares.push(share);
    for (let at = 0; at < width; at++) direction[at] -= share * turned[at];
  }
  const last = steps.at(-1);
  if (last) {
    const scale = dot(last.moved, last.turned) / dot(last.turned, last.turned);
    for (let at = 0; at < width; at++) direction[at] *= scale;
  }
  for (const { moved, turned } of steps) {
    const share = shares.pop() - dot(turned, direction) / dot(moved, turned);
    for (let at = 0; at < width; at++) direction[at] += share * moved[at];
  }
  return direction;
}

function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
  return sum;
}

/** NDCG@10 as a mean over repositories, and how often a right file is among the first ten and the first. */
function evaluate(label, scoresOf) {
  const suites = new Map();
  for (const query of queries) {
    const repositories = suites.get(query.suite) ?? new Map();
    suites.set(query.suite, repositories);
    repositories.set(query.repo, [...(repositories.get(query.repo) ?? []), measure(query, scoresOf(query))]);
  }
  const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const parts = [...suites].map(([suite, repositories]) => {
    const every = [...repositories.values()].flat();
    const gain = mean([...repositories.values()].map((own) => mean(own.map((one) => one.gain))));
    const within = (most) => mean(every.map(({ first }) => (first > 0 && first <= most ? 1 : 0))).toFixed(3);
    return `${suite} ${gain.toFixed(4)} s@10 ${within(10)} s@1 ${within(1)}`;
  });
  console.log(`${label.padEnd(24)} ${parts.join(" | ")}`);
}

function measure({ paths, targets, gold, goldCount }, scores) {
  const order = paths
    .map((_path, at) => at)
    .sort((a, b) => scores[b] - scores[a] || (paths[a] < paths[b] ? -1 : 1));
  const found = new Set();
  let gain = 0;
  let first = 0;
  for (const [rank, row] of order.slice(0, 10).entries()) {
    const fresh = gold.has(row) ? targets.get(row).filter((target) => !found.has(target)) : [];
    if (fresh.length === 0) continue;
    gain += DISCOUNT[rank];
    first ||= rank + 1;
    for (const target of fresh) found.add(target);
  }
  const best = DISCOUNT.slice(0, Math.min(10, goldCount)).reduce((sum, one) => sum + one, 0);
  return { gain: gain / best, first };
}

function loadDumps(prefixes) {
  let names;
  const loaded = [];
  for (const prefix of prefixes) {
    const [head, ...lines] = readFileSync(`${prefix}.jsonl`, "utf8").trim().split("\n");
    names = JSON.parse(head).features;
    const bytes = readFileSync(`${prefix}.f32`);
    const matrix = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    let at = 0;
    for (const line of lines) {
      const task = JSON.parse(line);
      const n = task.paths.length;
      const gold = new Set(task.goldRows.map(([row]) => row));
      loaded.push({
        ...task,
        n,
        rows: matrix.subarray(at, at + n * names.length),
        gold,
        goldCount: task.gold,
        targets: new Map(task.goldRows.map(([row, ...of]) => [row, of])),
        learned: task.paths.flatMap((_path, row) => (gold.has(row) || row < NEGATIVES ? [row] : [])),
      });
      at += n * names.length;
    }
  }
  return { features: names, queries: loaded };
}

/** Several trees of one repository are left out together. */
function familyOf({ github, repo }) {
  return github ?? repo;
}

function foldsOf(known, count) {
  const families = [...new Set(known.map(familyOf))].sort();
  return new Map(families.map((family, at) => [family, at % count]));
}

function printWeights(model) {
  for (const [kind, weights] of Object.entries(model)) {
    console.log(`  ${kind}: {`);
    for (const at of used)
      if (Math.abs(weights[at]) >= 0.005)
        console.log(`    ${features[at]}: ${Number(weights[at].toFixed(2))},`);
    console.log("  },");
  }
}

function readArguments(words) {
  const read = { dump: [], without: "", "on-top": "", folds: "5", l2: "0.0005", print: false };
  for (let at = 0; at < words.length; at++) {
    const key = words[at].replace(/^--/, "");
    if (key === "print") read.print = true;
    else if (key === "dump") read.dump.push(words[++at]);
    else read[key] = words[++at];
  }
  if (read.dump.length === 0) {
    console.error(
      "usage: fit-weights.mjs --dump PREFIX [--dump PREFIX ...] [--without FEATURE,...] [--on-top FEATURE,...] [--folds 5] [--print]",
    );
    process.exit(2);
  }
  return {
    ...read,
    without: read.without.split(","),
    onTop: read["on-top"].split(",").filter(Boolean),
    folds: Number(read.folds),
    l2: Number(read.l2),
  };
}
