/**
 * The pieces of o200k_base for text that is all ASCII, without regular expression and without strings: most source
 * files. The rules, in this order, are those of the pattern in tokens.ts; its test holds the two together.
 */
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const NEWLINE = 4;
const SPACE = 5;
const OTHER = 6;

const CLASS = new Uint8Array(128).fill(OTHER);
for (let code = 97; code <= 122; code++) CLASS[code] = LOWER;
for (let code = 65; code <= 90; code++) CLASS[code] = UPPER;
for (let code = 48; code <= 57; code++) CLASS[code] = DIGIT;
for (const code of [9, 11, 12, 32]) CLASS[code] = SPACE;
for (const code of [10, 13]) CLASS[code] = NEWLINE;
const BLANK = 32;
const SLASH = 47;
const APOSTROPHE = 39;

/** Where the piece that starts at `from` ends. */
export function asciiPieceEnd(text: Uint8Array, from: number, end: number): number {
  const first = CLASS[text[from]!]!;
  // A word, with one character before it that is neither letter, digit nor line break.
  const wordStart = first >= SPACE ? from + 1 : from;
  let at = wordStart;
  while (at < end && CLASS[text[at]!] === UPPER) at += 1;
  while (at < end && CLASS[text[at]!] === LOWER) at += 1;
  if (at > wordStart) return at + contractionLength(text, at, end);
  if (first === DIGIT) return digitsEnd(text, from, end);
  const symbolStart = text[from] === BLANK ? from + 1 : from;
  at = symbolStart;
  while (at < end && CLASS[text[at]!] === OTHER) at += 1;
  if (at > symbolStart) {
    while (at < end && (CLASS[text[at]!] === NEWLINE || text[at] === SLASH)) at += 1;
    return at;
  }
  return blanksEnd(text, from, end);
}

function digitsEnd(text: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end && at < from + 3 && CLASS[text[at]!] === DIGIT) at += 1;
  return at;
}

/** Up to the last line break of the run; without one, all but the blank that belongs to the next word. */
function blanksEnd(text: Uint8Array, from: number, end: number): number {
  let at = from;
  let afterBreak = 0;
  while (at < end && (CLASS[text[at]!] === SPACE || CLASS[text[at]!] === NEWLINE)) {
    at += 1;
    if (CLASS[text[at - 1]!] === NEWLINE) afterBreak = at;
  }
  if (afterBreak > 0) return afterBreak;
  return at < end && at - from > 1 ? at - 1 : at;
}

/** `'s 'd 'm 't 'll 've 're` in any case. */
function contractionLength(text: Uint8Array, at: number, end: number): number {
  if (text[at] !== APOSTROPHE || at + 1 >= end) return 0;
  const one = text[at + 1]! | 32;
  if (CLASS[text[at + 1]!]! <= UPPER && (one === 115 || one === 100 || one === 109 || one === 116)) return 2;
  if (at + 2 >= end || CLASS[text[at + 1]!]! > UPPER || CLASS[text[at + 2]!]! > UPPER) return 0;
  const two = text[at + 2]! | 32;
  const isPair = (one === 108 && two === 108) || (one === 118 && two === 101) || (one === 114 && two === 101);
  return isPair ? 3 : 0;
}
