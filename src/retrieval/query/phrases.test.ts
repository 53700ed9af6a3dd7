import { describe, expect, it } from "vitest";
import { findPhrases } from "./phrases.ts";
import { understandQuery } from "./understand.ts";

const phrasesOf = (query: string) => {
  const { text, segments, classification } = understandQuery(query);
  return findPhrases(text, segments, classification.kind).map((phrase) => phrase.join(" "));
};

describe("texts that may stand in the code word for word", () => {
  it.each([
    ['Cannot extract 42 for field "title"', ["cannot extract 42 for field title"]],
    [
      'the button shows "No route to that place" since Monday',
      ["the button shows no route to that place since monday", "no route to that place"],
    ],
    [
      "Crash on start\n\nIt prints\n\nValueError: bad character in the name of a node\n",
      ["bad character in the name of a node"],
    ],
    ["Reading settings\n\nThe key `server.limits.max-open` is ignored.\n", ["server limits max open"]],
  ])("%j", (query, phrases) => {
    expect(phrasesOf(query)).toEqual(phrases);
  });

  it.each(["OrderService", "how are routes registered in the app", "gzip response compression middleware"])(
    "none in %j",
    (query) => {
      expect(phrasesOf(query)).toEqual([]);
    },
  );
});
