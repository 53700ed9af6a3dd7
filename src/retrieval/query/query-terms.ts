/** Words of a query as weighted groups of index terms. A group is one idea: the word, its variants, its compounds. */
import { eachWord, stem, wordTerms } from "../../core/terms.ts";
import type { QueryKind } from "./classify.ts";
import { shortFormsOf } from "./initials.ts";
import { CHANGE_WORDS, QUESTION_WORDS, STOP_WORDS, TASK_WORDS } from "./stop-words.ts";
import type { Segment, SegmentKind } from "./task-text.ts";

export interface TermGroup {
  /** The term as the index holds it. */
  term: string;
  /** How much of the query it is, before rarity. */
  weight: number;
  /** Found in the first line, which says what a long text is about. */
  isTitle: boolean;
  /**
   * `word`: a plain word; `whole`: an identifier with its parts together; `part`: a part of one;
   * `joined`: neighbouring words written as one identifier (`request context` → requestcontext);
   * `short`: initials or another short form of several words (`many-to-many` → m2m).
   */
  source: "word" | "whole" | "part" | "joined" | "short";
  /** Of a short form: the words that it stands for. */
  standsFor?: readonly string[];
  /** Of a short form: the same as the query says it. */
  said?: string;
}

const SEGMENT_WEIGHT: Record<SegmentKind, number> = {
  title: 1,
  "inline-code": 0.5,
  prose: 0.28,
  code: 0.14,
  trace: 0.14,
  log: 0.08,
};
const PART_WEIGHT = 0.6;
const JOINED_WEIGHT = 0.7;
const SHORT_WEIGHT = 0.7;
const TASK_WORD_WEIGHT = 0.25;

interface Tally {
  source: TermGroup["source"];
  counts: Partial<Record<SegmentKind, number>>;
  factor: number;
}

export function collectTermGroups(segments: readonly Segment[], kind: QueryKind): TermGroup[] {
  const tallies = new Map<string, Tally>();
  for (const segment of segments) {
    let previous = "";
    eachWord(segment.text, (word) => {
      previous = tallyWord(tallies, word, previous, segment.kind, kind);
    });
  }
  const groups: TermGroup[] = [];
  for (const [term, tally] of tallies) {
    let weight = 0;
    for (const [segment, count] of Object.entries(tally.counts))
      weight += SEGMENT_WEIGHT[segment as SegmentKind] * ((2 * count) / (count + 1));
    groups.push({
      term,
      weight: weight * tally.factor,
      isTitle: (tally.counts.title ?? 0) > 0,
      source: tally.source,
    });
  }
  if (kind === "symbol") return groups;
  const title = segments.find((segment) => segment.kind === "title")?.text ?? "";
  for (const form of shortFormsOf(title)) {
    if (!tallies.has(form.term))
      groups.push({ ...form, weight: SHORT_WEIGHT, isTitle: true, source: "short" });
  }
  return groups;
}

/** Returns the word as the left neighbour of the next one, "" when it joins nothing. */
function tallyWord(
  tallies: Map<string, Tally>,
  word: string,
  previous: string,
  segment: SegmentKind,
  kind: QueryKind,
): string {
  const lower = word.toLowerCase();
  const terms = wordTerms(word);
  if (terms.length === 0) return "";
  const isProse = segment === "title" || segment === "prose";
  if (kind !== "symbol" && (STOP_WORDS.has(lower) || (lower.length < 2 && isProse))) return "";
  if (kind === "question" && QUESTION_WORDS.has(lower)) return "";
  if (/^\d+$/.test(word) && word.length < 3) return "";
  const isCommon =
    TASK_WORDS.has(lower) || ((kind === "change" || kind === "report") && CHANGE_WORDS.has(lower));
  const factor = kind !== "symbol" && isCommon ? TASK_WORD_WEIGHT : 1;
  if (terms.length === 1) tally(tallies, terms[0]!, "word", segment, factor);
  else {
    tally(tallies, terms[0]!, "whole", segment, factor);
    for (const part of terms.slice(1)) {
      if (part.length > 1 && !(STOP_WORDS.has(part) && kind !== "symbol"))
        tally(tallies, part, "part", segment, PART_WEIGHT);
    }
  }
  if (previous !== "" && isProse) {
    for (const joined of joinedForms(previous, lower))
      tally(tallies, joined, "joined", segment, JOINED_WEIGHT);
  }
  return isProse && /^[a-z]/.test(lower) && lower.length > 1 ? lower : "";
}

function joinedForms(left: string, right: string): string[] {
  const plain = left + right;
  const forms = [plain, `${left}_${right}`];
  const singular = right.endsWith("s") ? stem(right) : right;
  if (singular !== right && right === `${singular}s`) forms.push(left + singular, `${left}_${singular}`);
  return forms;
}

function tally(
  tallies: Map<string, Tally>,
  term: string,
  source: TermGroup["source"],
  segment: SegmentKind,
  factor: number,
): void {
  let known = tallies.get(term);
  if (!known) {
    known = { source, counts: {}, factor };
    tallies.set(term, known);
  }
  known.factor = Math.max(known.factor, factor);
  if (source === "word" || source === "whole")
    known.source = known.source === "joined" ? source : known.source;
  known.counts[segment] = (known.counts[segment] ?? 0) + 1;
}
