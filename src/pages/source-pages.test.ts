import { expect, test } from "vitest";
import { MAX_LINE, pageOfSource } from "./source-pages.ts";

const none = new Uint32Array();
const spans = (...values: number[]) => new Uint32Array(values);

test("pages of lines follow each other without a gap, and the last says that it is", () => {
  const text = "a\nb\nc\nd\ne\n";
  const first = pageOfSource(text, none, 1, 2);
  expect(first).toMatchObject({ lines: 5, startLine: 1, text: ["a", "b"], next: 3 });
  const second = pageOfSource(text, none, first.next!, 2);
  expect(second).toMatchObject({ startLine: 3, text: ["c", "d"], next: 5 });
  expect(pageOfSource(text, none, 5, 2)).toMatchObject({ text: ["e"], next: null });
});

test("a page that begins after the end is the last line", () => {
  expect(pageOfSource("a\nb", none, 99, 10)).toMatchObject({ startLine: 2, text: ["b"], next: null });
  expect(pageOfSource("", none, 1, 10)).toMatchObject({ lines: 1, text: [""], next: null });
});

test("a span over several lines is one of each, counted from the line's own start", () => {
  expect(pageOfSource("ab\ncd\nef", spans(1, 7, 4), 1, 10).spans).toEqual([
    [1, 2, 4],
    [0, 2, 4],
    [0, 1, 4],
  ]);
  expect(pageOfSource("ab\ncd\nef", spans(0, 2, 1, 3, 4, 2, 6, 8, 3), 2, 1).spans).toEqual([[0, 1, 2]]);
});

test("a line of 10 MB is cut, says by how much, and its spans end where it is cut", () => {
  const long = "x".repeat(10_000_000);
  const page = pageOfSource(`${long}\nshort`, spans(0, long.length, 1), 1, 10);
  expect(page.text.map((line) => line.length)).toEqual([MAX_LINE, 5]);
  expect(page.cut).toEqual([{ line: 1, characters: 10_000_000 - MAX_LINE }]);
  expect(page.spans).toEqual([[0, MAX_LINE, 1], []]);
});
