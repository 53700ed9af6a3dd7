#!/usr/bin/env node
// @ts-check
/**
 * Exact search over int8 vectors: time of one query over all of them, and how many of the ten best by the vectors
 * before they were rounded to int8 are among the ten best found. Vectors are synthetic: points around centres, as
 * code has topics. CPU time is what to compare on a machine that others use.
 *
 *   node bench/vector-search.mjs [--count 200000] [--dims 256] [--queries 50]
 */
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200000" },
    dims: { type: "string", default: "256" },
    queries: { type: "string", default: "50" },
  },
});
const [count, dims, queries] = [Number(values.count), Number(values.dims), Number(values.queries)];
const { quantiseInto, VectorMatrix } = await importBundled("./embedding-internals.mjs");
const TOPICS = 500;
const SPREAD = 1.2;
const BEST = 10;
/** Exact answers cost a pass over unrounded vectors each. */
const RECALL_QUERIES = 10;

const random = mulberry(7);
const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const centres = Array.from({ length: TOPICS }, () => Float32Array.from({ length: dims }, gauss));
/** A bell curve read from a table: drawing each number would take longer than everything measured here. */
const noise = Float32Array.from({ length: 1 << 20 }, gauss);
const makePoint = () => {
  const centre = centres[Math.floor(random() * TOPICS)];
  const from = Math.floor(random() * (noise.length - dims));
  return centre.map(
    (/** @type {number} */ part, /** @type {number} */ at) => part + SPREAD * noise[from + at],
  );
};

const exact = new Float32Array(count * dims);
const matrix = new VectorMatrix(count, dims);
const row = new Int8Array(dims);
for (let at = 0; at < count; at++) {
  const point = makePoint();
  const length = Math.hypot(...point);
  for (let part = 0; part < dims; part++) exact[at * dims + part] = point[part] / length;
  quantiseInto(point, 0, dims, row, 0);
  matrix.setRows(at, row);
}
const asked = Array.from({ length: queries }, makePoint);
const firstAt = performance.now();
matrix.cosines(asked[0]);
const firstMs = performance.now() - firstAt;

const wall = [];
const cpu = process.cpuUsage();
for (const query of asked) {
  const startedAt = performance.now();
  bestOf(matrix.cosines(query), BEST);
  wall.push(performance.now() - startedAt);
}
const used = process.cpuUsage(cpu);
wall.sort((a, b) => a - b);

let found = 0;
for (const query of asked.slice(0, RECALL_QUERIES)) {
  const scores = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    let dot = 0;
    for (let part = 0; part < dims; part++) dot += exact[at * dims + part] * query[part];
    scores[at] = dot;
  }
  const truth = new Set(bestOf(scores, BEST));
  found += bestOf(matrix.cosines(query), BEST).filter((one) => truth.has(one)).length;
}
console.log(
  JSON.stringify({
    vectors: count,
    dims,
    p50Ms: round(wall[Math.floor(wall.length / 2)]),
    p95Ms: round(wall[Math.floor(wall.length * 0.95)]),
    cpuMsPerQuery: round((used.user + used.system) / 1000 / queries),
    firstQueryMs: round(firstMs),
    recallAt10: found / (Math.min(RECALL_QUERIES, queries) * BEST),
  }),
);

/** @param {Float32Array} scores @param {number} limit */
function bestOf(scores, limit) {
  /** @type {number[]} */
  const best = [];
  let least = -Infinity;
  for (let at = 0; at < scores.length; at++) {
    if (scores[at] <= least) continue;
    let place = best.length;
    while (place > 0 && scores[best[place - 1]] < scores[at]) place--;
    best.splice(place, 0, at);
    if (best.length > limit) best.pop();
    if (best.length === limit) least = scores[best[limit - 1]];
  }
  return best;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {number} seed */
function mulberry(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
