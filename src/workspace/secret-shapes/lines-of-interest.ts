/**
 * The few lines of a text that could hold a credential, so that the many shapes are tried on these alone. Every file is
 * read by it: on real trees it leaves one line in fifty, and finding secrets costs a tenth of trying every shape on all.
 */

/** From here on a run of such characters is long enough for a key. */
const RUN = 16;
/** Beside these stand shorter passwords, too. */
const WORD = /[Pp]ass|PASS|[Pp]wd|PWD|IDENTIFIED|identified|SECRET|TOKEN|\bcurl |--(?:token|secret)/;
const CREDENTIALS_IN_ADDRESS = /:\/\/[^\s/@]{0,64}:/y;
/** Lines are longer only in packed files; around a place of interest this much is looked at, both ways. */
const MAX_REACH = 4_000;

/** A bit for each character that a word above cannot do without; most runs lack one of them. */
const HAS = { p: 1, s: 2, w: 4, f: 8, t: 16, capitalT: 32, c: 64, l: 128, dash: 256 };
const IN_RUN = 1 << 15;
/** By character code: 0 for what is not part of a run. */
const RUN_UNITS = runUnits();

function runUnits(): Uint16Array {
  const units = new Uint16Array(128);
  for (const unit of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.~-")
    units[unit.charCodeAt(0)] = IN_RUN;
  const add = (letters: string, bit: number) => {
    for (const letter of letters) units[letter.charCodeAt(0)]! |= bit;
  };
  add("pP", HAS.p);
  add("sS", HAS.s);
  add("wW", HAS.w);
  add("fF", HAS.f);
  add("tT", HAS.t);
  add("T", HAS.capitalT);
  add("c", HAS.c);
  add("l", HAS.l);
  add("-", HAS.dash);
  return units;
}

/** Whether a run with these characters could hold one of the words. */
function mayHoldWord(has: number): boolean {
  return (
    ((has & HAS.p) !== 0 && (has & (HAS.s | HAS.w)) !== 0) ||
    (has & (HAS.f | HAS.t)) === (HAS.f | HAS.t) ||
    (has & HAS.capitalT) !== 0 ||
    (has & (HAS.c | HAS.l)) === (HAS.c | HAS.l) ||
    (has & HAS.dash) !== 0
  );
}

export interface Stretch {
  start: number;
  end: number;
}

/** Ascending, without overlaps, from line start to line end. */
export function linesOfInterest(text: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = 0; at < text.length; ) {
    const runEnd = endOfRun(text, at);
    const place = runEnd === at ? placeInAddress(text, at) : placeInRun(text, at, runEnd);
    if (!place) {
      at = Math.max(runEnd, at + 1);
      continue;
    }
    const start = Math.max(text.lastIndexOf("\n", place.start) + 1, place.start - MAX_REACH);
    const lineEnd = text.indexOf("\n", place.end);
    const end = Math.min(lineEnd < 0 ? text.length : lineEnd, place.end + MAX_REACH);
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
    at = Math.max(place.end, end);
  }
  return found;
}

/** Which characters the run that was measured last has; a result beside the end, without an object for each run. */
let runHas = 0;

/** `from` itself when no run begins there. */
function endOfRun(text: string, from: number): number {
  let end = from;
  runHas = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const unit = code < 128 ? RUN_UNITS[code]! : 0;
    if (unit === 0) break;
    runHas |= unit;
  }
  return end;
}

function placeInRun(text: string, start: number, end: number): Stretch | null {
  const isLong = end - start >= RUN;
  if (isLong) {
    const run = text.slice(start, end);
    return mayBeKey(run) || WORD.test(run) ? { start, end } : null;
  }
  if (!mayHoldWord(runHas)) return null;
  // With the character behind it: one of the words ends with a space.
  const match = WORD.exec(text.slice(start, end + 1));
  return match && { start: start + match.index, end: start + match.index + match[0].length };
}

const COLON = 58;

function placeInAddress(text: string, at: number): Stretch | null {
  if (text.charCodeAt(at) !== COLON) return null;
  CREDENTIALS_IN_ADDRESS.lastIndex = at;
  const match = CREDENTIALS_IN_ADDRESS.exec(text);
  return match && { start: at, end: at + match[0].length };
}

/** Above this share of capitals a run is no name in camel case. */
const KEY_CAPITALS = 0.25;

/** Keys have digits, or at least capitals in odd places; most long names have neither, or are capitals with underscores. */
function mayBeKey(run: string): boolean {
  let capitals = 0;
  let hasUnderscore = false;
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
    if (code >= 65 && code <= 90) capitals += 1;
    else if (code === 95) hasUnderscore = true;
  }
  return !hasUnderscore && capitals > KEY_CAPITALS * run.length;
}
