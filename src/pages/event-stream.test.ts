import { expect, test } from "vitest";
import { Happenings } from "../serving/happenings.ts";
import { eventStream } from "./event-stream.ts";

const call = (tool: string) => ({
  type: "call" as const,
  call: { at: "t", tool, repositories: [], face: "api" as const, ms: 1, tokens: 0, outcome: "none" as const },
});

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
}

function open(happenings: Happenings, lastId: string | null) {
  const stop = new AbortController();
  let ends = 0;
  const onEnd = () => {
    ends += 1;
  };
  const reader = eventStream(happenings, { lastId, signal: stop.signal, onEnd }).getReader();
  return { reader, stop, ends: () => ends };
}

test("a new reader is greeted with where it stands, then told what happens", async () => {
  const happenings = new Happenings();
  happenings.tell(call("before"));
  const { reader, stop } = open(happenings, null);
  expect(await read(reader)).toContain(`id: ${happenings.lastId}\nevent: hello`);
  happenings.tell(call("search"));
  expect(await read(reader)).toMatch(/^id: \S+\nevent: call\ndata: \{.*"search".*\}\n\n$/);
  stop.abort();
});

test("who comes back is told what was missed; who missed too much, or comes from another run, is told to begin anew", async () => {
  const happenings = new Happenings();
  const { lastId } = happenings;
  happenings.tell(call("missed"));
  const back = open(happenings, lastId);
  expect(await read(back.reader)).toContain("event: hello");
  expect(await read(back.reader)).toContain("missed");
  for (let at = 0; at < 1_100; at++) happenings.tell(call("more"));
  expect(await read(open(happenings, lastId).reader)).toContain("event: reset");
  expect(await read(open(happenings, "other.3").reader)).toContain("event: reset");
});

test("ends once, by its reader or by the signal, and then hears nothing", async () => {
  const happenings = new Happenings();
  const one = open(happenings, null);
  one.stop.abort();
  one.stop.abort();
  const two = open(happenings, null);
  await two.reader.cancel();
  happenings.tell(call("late"));
  expect([one.ends(), two.ends()]).toEqual([1, 1]);
});

test("a reader that does not read is let go", () => {
  const happenings = new Happenings();
  const slow = open(happenings, null);
  for (let at = 0; at < 600; at++) happenings.tell(call("flood"));
  expect(slow.ends()).toBe(1);
});
