import { expect, it } from "vitest";
import type { PastCommit } from "../../../core/past-commit.ts";
import { stem } from "../../../core/terms.ts";
import { CommitIndex } from "./commit-index.ts";

const commit = (message: string, ...paths: string[]): PastCommit => ({
  id: message,
  message,
  paths,
  added: [],
});
const term = (word: string) => ({ term: stem(word), weight: 1 });

it("the commit whose message holds most of the query comes first; a sweep through the tree never does", () => {
  const index = new CommitIndex([
    commit("retry queue: wait longer", "queue.ts"),
    commit(
      "rename everything, the retry queue as well",
      ...Array.from({ length: 40 }, (_, at) => `f${at}.ts`),
    ),
    commit("fonts of the page", "page.css"),
    commit("retry of uploads", "upload.ts"),
  ]);
  const found = index.similar([term("retry"), term("queue")], 10);
  expect(found.map(({ commit: { paths } }) => paths)).toEqual([["queue.ts"], ["upload.ts"]]);
  expect(found[0]!.share).toBeCloseTo(1);
});

it("names of people and numbers of discussions are no words about code", () => {
  const index = new CommitIndex([
    commit("fonts\n\nSigned-off-by: Queue Person\nFixes: #12 queue", "page.css"),
  ]);
  expect(index.similar([term("queue")], 10)).toEqual([]);
});
