/** Near-duplicates by the sketches of their chunks. */

export const NEAR_DUPLICATE = 0.92;

/** Jaccard similarity of two texts, estimated from their sorted bottom sketches; 0 when either is too short to compare. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  const size = Math.min(a.length, b.length);
  if (size === 0) return 0;
  let common = 0;
  let taken = 0;
  let left = 0;
  let right = 0;
  // The `size` smallest hashes of the union are a uniform sample of it; both texts hold the common ones.
  const sample = Math.max(a.length, b.length);
  while (taken < sample && (left < a.length || right < b.length)) {
    const fromLeft = left < a.length ? a[left]! : Number.POSITIVE_INFINITY;
    const fromRight = right < b.length ? b[right]! : Number.POSITIVE_INFINITY;
    if (fromLeft === fromRight) {
      common++;
      left++;
      right++;
    } else if (fromLeft < fromRight) left++;
    else right++;
    taken++;
  }
  return common / taken;
}
