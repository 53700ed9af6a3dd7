import { countTokens, maxTokensOf } from "../core/tokens.ts";

export function fits(text: string, maxTokens: number): boolean {
  return maxTokensOf(text) <= maxTokens || countTokens(text) <= maxTokens;
}

/**
 * The most pieces from the start for which `render` stays within the budget. Counts of single pieces do not add up
 * exactly, so they give a first guess and the rendered text decides.
 */
export function countFitting(
  pieces: readonly string[],
  render: (count: number) => string,
  maxTokens: number,
): number {
  let guess = 0;
  for (let sum = 0; guess < pieces.length; guess++) {
    sum += countTokens(pieces[guess]!) + 1;
    if (sum > maxTokens) break;
  }
  while (guess > 0 && !fits(render(guess), maxTokens)) guess -= Math.max(1, guess >> 5);
  while (guess < pieces.length && fits(render(guess + 1), maxTokens)) guess += 1;
  return Math.max(0, guess);
}

/** The longest beginning of a text that fits. */
export function cutText(text: string, maxTokens: number): string {
  if (fits(text, maxTokens)) return text;
  let low = 0;
  // A token is rarely longer than this; the search need not begin at the end of a huge text.
  let high = Math.min(text.length, maxTokens * 64);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (countTokens(text.slice(0, middle).toWellFormed()) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).toWellFormed();
}
