/** How long to wait before the next start after so many crashes: twice as long with each, up to a bound. */
export function backOffMs(crashes: number, firstMs: number, longestMs: number): number {
  return crashes === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (crashes - 1));
}
