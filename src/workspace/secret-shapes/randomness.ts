/** Tells a value that a machine drew at random from a name, a sentence or a placeholder. */

const EXAMPLE_MARK =
  /EXAMPLE|example|xxxx|XXXX|\*{3}|\.{3}|0{12}|1234567890abcdef|deadbeef|placeholder|changeme/;

/** Documentation shows keys that are none. */
export function hasExampleMark(text: string): boolean {
  return EXAMPLE_MARK.test(text);
}

const PLACEHOLDER_PASSWORD =
  /^(?:(?:my|your|the|a|some|new|old|test|db|default|super|user)?[-_ .]?(?:pass(?:w(?:or)?d)?|pw|pwd|secret|token|key|user(?:name)?|root|admin|guest|test(?:ing)?|postgres|mysql|mongo|redis|rabbitmq|value|string)[-_.!]?\d{0,4}!?|your.*|my.*(?:pass|secret|token|key).*|changeme.*|change[-_]me.*|foo(?:bar)?\d*|bar|baz|x+|\*+|\.+|-+|hunter2|letmein|qwerty.*|abc\d*|\d{1,6}|12345678\d*|none|null|nil|undefined|true|false|optional|required|required\|.*|n\/a|todo|redacted|hidden|empty|string|str|text|password\w*)$/i;

/** What stands in examples where a password would be, and references to one that is kept elsewhere. */
export function isPlaceholderPassword(text: string): boolean {
  return PLACEHOLDER_PASSWORD.test(text) || /[{}$<>%()[\]`\\]/.test(text) || hasExampleMark(text);
}

const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;
/** Share of characters in pieces that could be words, from which a value is taken for a name or a sentence. */
const WORDY_SHARE = 0.6;
/** Names hardly have so many separate numbers, keys do. */
const KEY_NUMBERS = 3;

/**
 * Whether a value of a key, token or secret looks drawn at random. Names and file names are made of words, which
 * means letters of one case in a row, with vowels; a key of the same letters is mostly made of short pieces and numbers.
 */
export function looksRandom(text: string): boolean {
  const letters = text.replace(/[^A-Za-z\d]/g, "");
  if (letters.length < 12 || new Set(letters).size < 6) return false;
  const pieces = letters.match(PIECES) ?? [];
  const numbers = pieces.filter((piece) => /\d/.test(piece)).length;
  if (numbers >= KEY_NUMBERS) return true;
  const wordy = pieces.filter(isWordLike).reduce((sum, piece) => sum + piece.length, 0);
  return wordy / letters.length < WORDY_SHARE && /\d|[A-Z].*[a-z].*[A-Z]|^[^aeiou]{8}/.test(letters);
}

function isWordLike(piece: string): boolean {
  return piece.length >= 4 && /[aeiouyAEIOUY]/.test(piece) && !/[^aeiouyAEIOUY\d]{5}/.test(piece);
}
