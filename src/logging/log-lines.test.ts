import { expect, test } from "vitest";
import type { Notice } from "../core/notices.ts";
import { describeLogLine } from "./describe-log-line.ts";
import { fieldsOf, levelOf } from "./log-lines.ts";

const blank = (text: string) => text.replaceAll("hunter2", "*******");
const call = (outcome: string): Notice => ({
  kind: "call",
  tool: "search",
  face: "mcp",
  repositories: ["shop"],
  ms: 3,
  tokens: 10,
  outcome,
  arguments: { query: "where is hunter2" },
  answer: "const password = hunter2",
});

test.each([
  ["none", undefined, undefined],
  ["questions", '{"query":"where is *******"}', undefined],
  ["answers", '{"query":"where is *******"}', "const password = *******"],
] as const)("content %s keeps what it says, without secrets", (content, asked, answer) => {
  const fields = fieldsOf(call("found"), { content, blank });
  expect(fields.arguments).toBe(asked);
  expect(fields.answer).toBe(answer);
});

test.each([
  ["info", call("none")],
  ["warn", call("failed")],
  ["info", { kind: "child", name: "the compiler", childPid: 1, state: "ended", ending: "closed" }],
  ["warn", { kind: "child", name: "the compiler", childPid: 1, state: "ended", ending: "out-of-memory" }],
  ["debug", { kind: "child", name: "git", childPid: 1, state: "ended", ending: "closed" }],
  ["debug", { kind: "child", name: "git", childPid: 1, state: "ended", ending: "no" }],
  ["warn", { kind: "child", name: "git", childPid: 1, state: "ended", ending: "timeout" }],
  ["warn", { kind: "store", state: "replaced", place: "p" }],
  ["info", { kind: "store", state: "locked", place: "p", ms: 40 }],
  ["warn", { kind: "update", root: "/r", ms: 1, code: "INDEX_LOCKED" }],
  ["info", { kind: "update", root: "/r", ms: 1, generation: 2 }],
] as [string, Notice][])("%s: %j", (level, notice) => {
  expect(levelOf(notice)).toBe(level);
});

test("a line for people names what happened first; what is no line of ours stays as it is", () => {
  const line = JSON.stringify({
    level: "warn",
    time: "T",
    pid: 7,
    name: "the compiler",
    state: "ended",
    ending: "out-of-memory",
    ms: 12,
    kind: "child",
  });
  expect(describeLogLine(line)).toBe("T  7  child  !  the compiler  ended  out-of-memory  ms=12");
  expect(describeLogLine("half a li")).toBe("half a li");
});
