import { expect, test } from "vitest";
import { createProgressDisplay, progressLine } from "./progress-display.ts";

function display(options: { isTTY: boolean; json: boolean }) {
  const written: string[] = [];
  let clock = 0;
  const stream = { isTTY: options.isTTY, columns: 80, write: (text: string) => written.push(text) };
  return {
    written,
    tick: (ms: number) => {
      clock += ms;
    },
    ...createProgressDisplay({ stream, json: options.json, now: () => clock }),
  };
}

test("a line shows phase, files, share, rate and time left", () => {
  expect(progressLine({ phase: "parse", done: 500, total: 2000 }, 1000)).toBe(
    "parse   500/2,000 files  25%  500/s  3 s left",
  );
  expect(progressLine({ phase: "scan", done: 12, total: null }, 10)).toBe("scan    12 files");
});

test("nothing is written when the output is not a terminal", () => {
  const quiet = display({ isTTY: false, json: false });
  quiet.show({ phase: "parse", done: 1, total: 2 });
  quiet.end();
  expect(quiet.written).toEqual([]);
});

test("json events are one object per line", () => {
  const events = display({ isTTY: false, json: true });
  events.tick(5);
  events.show({ phase: "link", done: 1, total: 2 });
  expect(events.written).toEqual(['{"phase":"link","done":1,"total":2,"elapsedMs":5}\n']);
});

test("a terminal is redrawn at most every 80 ms, but always when a phase ends", () => {
  const line = display({ isTTY: true, json: false });
  line.show({ phase: "parse", done: 1, total: 3 });
  line.show({ phase: "parse", done: 2, total: 3 });
  expect(line.written).toHaveLength(1);
  line.show({ phase: "parse", done: 3, total: 3 });
  expect(line.written).toHaveLength(2);
});

test("one display serves several updates, each under its name", () => {
  const written: string[] = [];
  let label = "1 of 2 web  ";
  const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) };
  const shared = createProgressDisplay({ stream, json: false, label: () => label, now: () => 0 });
  shared.show({ phase: "scan", done: 3, total: 3 });
  label = "2 of 2 api  ";
  shared.show({ phase: "scan", done: 4, total: 4 });
  expect(written.map((line) => line.replace(/^[^K]*K/, ""))).toEqual([
    "1 of 2 web  scan    3/3 files  100%",
    "2 of 2 api  scan    4/4 files  100%",
  ]);
});
