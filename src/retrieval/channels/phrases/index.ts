/**
 * Text that the query repeats word for word: messages, log lines, keys, paths. Candidates come from the postings of the phrase's
 * rare words, and what stands there is read from the working tree. So nothing more is stored, every literal of every language
 * counts, and what a program filled into a message does not matter: only pairs of words that stand together do.
 */
import type { CorpusFile } from "../../corpus/corpus.ts";
import { findPhrases, type Phrase, wordsOf } from "../../query/phrases.ts";
import type { Scope, ScopeMember } from "../../scope/scope.ts";
import { outlineOf } from "../../searchable-view.ts";
import { type Asked, type Channel, type Evidence, gatherEach } from "../contract.ts";
import { percent } from "../explaining.ts";
import { findPlaces } from "./find-places.ts";
import { PhraseMatcher } from "./match-phrase.ts";

/** Two common words beside each other are no repetition; nor are a few pairs of a long text. */
const MIN_PAIRS = 1.5;
const MIN_SHARE = 0.3;
const MANY_PAIRS = 3;
const ENOUGH_PAIRS = 6;
/**
 * A report quotes commands, settings and what was printed on the way to the fault. On 56 issue texts NDCG@10 is 0.728 when a quotation counts
 * in full, 0.744 when it counts a third, 0.750 when it counts nothing; a third still leads to a message that is unique.
 */
const SHARE_IN_REPORT = 1 / 3;

export const phrases: Channel = {
  id: "phrases",
  features: [
    {
      name: "phraseShare",
      scale: "as is",
      about:
        "share of a quoted or pasted text that stands together in the file, squared; a third of it in reports",
      phrase: "holds the text word for word",
      weight: 12,
    },
    {
      name: "phrasePairs",
      scale: "as is",
      about: `how many neighbouring words of that text stand together, in parts of ${ENOUGH_PAIRS}`,
      phrase: "holds the text word for word",
      weight: 6,
    },
  ],
  tracePlace: 0,
  gather: gatherEach(gatherPhrases),
};

interface Found {
  share: number;
  pairs: number;
}

async function gatherPhrases(member: ScopeMember, { understanding, scope }: Asked): Promise<Evidence> {
  const { text, segments, classification } = understanding;
  const found = new Map<number, Found>();
  for (const phrase of findPhrases(text, segments, classification.kind)) {
    scope.check();
    await addPhrase(scope, member, phrase, found);
  }
  if (found.size === 0) return { fill: () => {} };
  const { filesOfDoc, files } = member.corpus;
  const shareOf = ({ doc }: CorpusFile) => found.get(doc)?.share ?? 0;
  const factor = classification.kind === "report" ? SHARE_IN_REPORT : 1;
  return {
    *proposals() {
      for (const doc of found.keys()) yield* filesOfDoc[doc]!;
    },
    fill({ doc }, row, at) {
      const match = found.get(doc);
      if (!match) return;
      row[at] = match.share ** 2 * factor;
      row[at + 1] = Math.min(1, match.pairs / ENOUGH_PAIRS) * factor;
    },
    traces: [
      {
        name: "text word for word",
        valueOf: ({ file }) => shareOf(files[file]!),
        reason: (file) => `holds ${percent(shareOf(file))} of the pasted text`,
      },
    ],
  };
}

async function addPhrase(
  scope: Scope,
  member: ScopeMember,
  phrase: Phrase,
  found: Map<number, Found>,
): Promise<void> {
  const { view, corpus } = member;
  const { chunks, isKnown } = await findPlaces(scope, member, phrase);
  const matcher = new PhraseMatcher(phrase, isKnown);
  const texts = new Map<number, readonly string[] | null>();
  for (const chunk of chunks) {
    const doc = corpus.chunkDoc[chunk]!;
    if (!texts.has(doc)) texts.set(doc, await linesOf(member, doc));
    const lines = texts.get(doc);
    const span = (await outlineOf(view, doc)).chunks[chunk - corpus.chunkBase[doc]!]?.span;
    if (!lines || !span) continue;
    const match = matcher.match(sourceWords(lines.slice(span.startLine - 1, span.endLine).join("\n")));
    const known = found.get(doc)?.pairs ?? 0;
    const isRepeated = match.pairs >= MIN_PAIRS && (match.share >= MIN_SHARE || match.pairs >= MANY_PAIRS);
    if (isRepeated && match.pairs > known) found.set(doc, match);
  }
}

async function linesOf({ view, corpus }: ScopeMember, doc: number): Promise<readonly string[] | null> {
  const file = corpus.files[corpus.filesOfDoc[doc]![0]!]!;
  const text = await view.readText(file.path as Parameters<typeof view.readText>[0]);
  return text === null ? null : text.split("\n");
}

/** `\n` and `%s` inside a literal are no words of its message. */
function sourceWords(text: string): string[] {
  const words: string[] = [];
  for (const line of text.replace(/\\[ntr"'`]|%[-+#0]*\d*(?:\.\d+)?[sdifqvxrTwu](?![a-z])/g, " ").split("\n"))
    words.push(...wordsOf(line));
  return words;
}
