/**
 * Near-duplicate sketches. Hashes of k-grams of words are winnowed (the smallest of every window is kept, so any
 * common run of K + WINDOW - 1 words leaves a common hash), and the smallest SKETCH of them stand for the text.
 */
const K = 5;
const WINDOW = 4;
const SKETCH = 32;
/** Shorter texts resemble each other by accident. */
const MIN_WORDS = 24;

export function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Sketch of the first `count` word hashes. */
export function sketchOf(words: Uint32Array, count: number): number[] {
  if (count < MIN_WORDS) return [];
  const grams = count - K + 1;
  const kept = new Uint32Array(grams);
  let keptCount = 0;
  let lastKept = -1;
  const hashes = new Uint32Array(grams);
  for (let at = 0; at < grams; at++) {
    let hash = 0;
    for (let k = 0; k < K; k++) hash = Math.imul(hash, 0x01000193) ^ words[at + k]!;
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    hashes[at] = hash ^ (hash >>> 13);
  }
  for (let from = 0; from + WINDOW <= grams; from++) {
    let smallest = from;
    for (let at = from + 1; at < from + WINDOW; at++) if (hashes[at]! <= hashes[smallest]!) smallest = at;
    if (smallest === lastKept) continue;
    lastKept = smallest;
    kept[keptCount++] = hashes[smallest]!;
  }
  const sorted = kept.subarray(0, keptCount).sort();
  const sketch: number[] = [];
  for (let at = 0; at < keptCount && sketch.length < SKETCH; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sketch.push(sorted[at]!);
  }
  return sketch;
}
