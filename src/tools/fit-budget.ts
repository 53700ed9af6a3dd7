import { countTokens, maxTokensOf } from "../core/tokens.ts";

/** `first`, as many of `lines` as fit, a note of how many were cut, and `last`: never above the budget. */
export function fitLines(first: string, lines: readonly string[], last: string, budget: number): string {
  const whole = [first, ...lines, last].join("\n");
  if (maxTokensOf(whole) <= budget || countTokens(whole) <= budget) return whole;
  let low = 0;
  let high = lines.length;
  const cutAt = (kept: number) =>
    [first, ...lines.slice(0, kept), `… ${lines.length - kept} more lines; raise the budget`, last].join(
      "\n",
    );
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (countTokens(cutAt(middle)) <= budget) low = middle;
    else high = middle - 1;
  }
  const cut = cutAt(low);
  if (countTokens(cut) <= budget) return cut;
  return cutText(first, budget);
}

/** The longest beginning of a text that fits. */
export function cutText(text: string, budget: number): string {
  if (countTokens(text) <= budget) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (countTokens(text.slice(0, middle).toWellFormed()) <= budget) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).toWellFormed();
}
