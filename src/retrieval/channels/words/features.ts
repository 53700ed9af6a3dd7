import type { Feature } from "../contract.ts";
import type { LexicalScores } from "./lexical-scores.ts";

type WordFeature = Feature & { name: keyof Omit<LexicalScores, "docs" | "chunkScore"> };

export const WORD_FEATURES: readonly WordFeature[] = [
  // Scores without a bound: only their share of the best says how strong a match is.
  relative("bodyMax", "BM25 of the best passage", "best matching passage"),
  relative("bodyTop3", "BM25 of the best three passages", "several matching passages"),
  relative("bodyWindow", "BM25 of the best three neighbouring passages"),
  relative("bodyFile", "BM25 of the whole file", "whole file matches"),
  relative("titleMax", "bodyMax by the first line of the query", "passage matches the first line"),
  relative("titleFile", "bodyFile by the first line of the query", "file matches the first line"),
  relative("nameFile", "names of definitions", "defines matching names"),
  relative("nameBest", "names of one passage", "one definition matches several words"),
  relative("nameTitle", "nameFile by the first line of the query", "defines names of the first line"),
  relative("typeFile", "names of types", "defines matching types"),
  relative("docFile", "comments", "comments match"),
  relative("headerFile", "the comment at the top of the file", "file header matches"),
  // Shares of the query, which mean the same everywhere.
  share("coverage", "share of the query's mass that occurs in the file", "holds most of the query"),
  share("titleCoverage", "coverage of the first line", "holds most of the first line"),
  share("rareCoverage", "coverage with squared masses", "holds the rare words of the query"),
  share("wholeCoverage", "coverage of identifiers and compounds"),
  share("coverageBest", "coverage of the best passage", "one passage holds most of the query"),
];

function relative(name: WordFeature["name"], about: string, phrase?: string): WordFeature {
  return { name, scale: "relative to best", about, ...(phrase ? { phrase } : {}) };
}

function share(name: WordFeature["name"], about: string, phrase?: string): WordFeature {
  return { name, scale: "as is", about, ...(phrase ? { phrase } : {}) };
}
