/**
 * Fielded BM25 over chunks and whole files. A group of terms counts as one term whose occurrences are added up, and its
 * rarity is that in all members together.
 */
import type { Corpus } from "../../corpus/corpus.ts";
import type { ScopeTotals } from "../../scope/scope.ts";
import type { ScopeTerm, TermForm } from "../../terms/expand-terms.ts";
import { GroupWork } from "./group-work.ts";
import { emptyScores, type LexicalScores, type MemberScores, reduceChunks } from "./lexical-scores.ts";

export interface ScopeScores {
  /** By position of the member. */
  members: LexicalScores[];
  /** Inverse document frequency of each group, in the order given. */
  idf: number[];
  documentFrequency: number[];
}

/** `check` throws to end it between two groups. */
export function scoreLexically(
  corpora: readonly Corpus[],
  terms: readonly ScopeTerm[],
  totals: ScopeTotals,
  check: () => void = () => {},
): ScopeScores {
  const hasTitle = terms.some((term) => !term.isTitle) && terms.some((term) => term.isTitle);
  const members = corpora.map((corpus) => emptyScores(corpus, hasTitle));
  const works = corpora.map((corpus) => new GroupWork(corpus, totals));
  const masses: Masses = { total: 0, title: 0, whole: 0, squared: 0 };
  const idfs: number[] = [];
  const frequencies: number[] = [];
  for (const term of terms) {
    check();
    let frequency = 0;
    for (const [position, work] of works.entries()) {
      work.collect(term.forms[position]!);
      frequency += work.touchedDocs.length + docsElsewhere(term.forms[position]!);
    }
    const idf = Math.log(1 + (totals.docs - frequency + 0.5) / (frequency + 0.5));
    idfs.push(idf);
    frequencies.push(frequency);
    const mass = term.weight * idf;
    // A compound that exists nowhere is not something the files lack.
    if (frequency > 0 || term.source === "word") addMass(masses, term, mass);
    for (const [position, work] of works.entries()) {
      const member = members[position]!;
      work.addTo(member, mass, term.isTitle, hasTitle);
      if (isWhole(term)) for (const doc of work.touchedDocs) member.scores.wholeCoverage[doc]! += mass;
      work.reset();
    }
  }
  for (const [position, corpus] of corpora.entries()) {
    reduceChunks(corpus, members[position]!, hasTitle);
    shareMasses(members[position]!, masses);
  }
  return { members: members.map(({ scores }) => scores), idf: idfs, documentFrequency: frequencies };
}

/** About: forms of one word stand in the same docs often. */
function docsElsewhere(forms: readonly TermForm[]): number {
  let most = 0;
  for (const { postings } of forms) most = Math.max(most, postings.elsewhere);
  return most;
}

interface Masses {
  total: number;
  title: number;
  whole: number;
  squared: number;
}

function addMass(masses: Masses, term: ScopeTerm, mass: number): void {
  masses.total += mass;
  masses.squared += mass * mass;
  if (term.isTitle) masses.title += mass;
  if (isWhole(term)) masses.whole += mass;
}

function shareMasses({ scores }: MemberScores, masses: Masses): void {
  for (let doc = 0; doc < scores.coverage.length; doc++) {
    if (scores.coverage[doc] === 0) continue;
    scores.docs.push(doc);
    scores.coverage[doc]! /= masses.total || 1;
    scores.titleCoverage[doc]! /= masses.title || 1;
    scores.rareCoverage[doc]! /= masses.squared || 1;
    scores.wholeCoverage[doc]! /= masses.whole || 1;
    scores.coverageBest[doc]! /= masses.total || 1;
  }
}

function isWhole(term: ScopeTerm): boolean {
  return term.source === "whole" || term.source === "joined";
}
