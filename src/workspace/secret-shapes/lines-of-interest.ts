/**
 * The few lines of a text that could hold a credential, so that the many shapes are tried on these alone. Every file is
 * read by it: on real trees it leaves one line in fifty, and finding secrets costs a tenth of trying every shape on all.
 */

/** From here on a run of such characters is long enough for a key. */
const RUN = 16;
const WORDS =
  "[Pp]ass|PASS|[Pp]wd|PWD|IDENTIFIED|identified|SECRET|TOKEN|\\bcurl |--(?:token|secret)|:\\/\\/[^\\s/@]{0,64}:";
/** Beside these stand shorter passwords, too. */
const WORD = new RegExp(WORDS);
const INTERESTING = new RegExp(`[A-Za-z0-9_+/=.~-]{${RUN},}|${WORDS}`, "g");
/** Lines are longer only in packed files; around a place of interest this much is looked at, both ways. */
const MAX_REACH = 4_000;

export interface Stretch {
  start: number;
  end: number;
}

/** Ascending, without overlaps, from line start to line end. */
export function linesOfInterest(text: string): Stretch[] {
  const found: Stretch[] = [];
  INTERESTING.lastIndex = 0;
  for (let match = INTERESTING.exec(text); match; match = INTERESTING.exec(text)) {
    if (match[0].length >= RUN && !mayBeKey(match[0]) && !WORD.test(match[0])) continue;
    const start = Math.max(text.lastIndexOf("\n", match.index) + 1, match.index - MAX_REACH);
    const lineEnd = text.indexOf("\n", match.index + match[0].length);
    const end = Math.min(lineEnd < 0 ? text.length : lineEnd, match.index + match[0].length + MAX_REACH);
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
    INTERESTING.lastIndex = Math.max(INTERESTING.lastIndex, end);
  }
  return found;
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
