import { describe, expect, test } from "vitest";
import { BrokenFrame, encodeFrame, FrameReader } from "./json-frames.ts";

describe("JSON frames", () => {
  const messages = [{ type: "hello" }, { text: "grüße\r\n\r\n", many: [1, 2, 3] }, [], "x".repeat(10_000)];
  const bytes = Buffer.concat(messages.map(encodeFrame));

  test.each([1, 2, 7, 1_000, bytes.length])("are read whatever the chunks: %i bytes each", (size) => {
    const reader = new FrameReader();
    const read: unknown[] = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...reader.push(bytes.subarray(at, at + size)));
    expect(read).toEqual(messages);
  });

  test("other headers are passed over, and names of headers are not case sensitive", () => {
    const frame = "Content-Type: x\r\ncontent-length: 2\r\n\r\n{}";
    expect(new FrameReader().push(Buffer.from(frame))).toEqual([{}]);
  });

  test.each([
    ["no length", "Content-Type: x\r\n\r\n{}"],
    ["headers without an end", "x".repeat(5_000)],
    ["more than may come", "Content-Length: 99999999999\r\n\r\n"],
    ["no JSON", "Content-Length: 2\r\n\r\n{x"],
  ])("%s is refused", (_, text) => {
    expect(() => new FrameReader().push(Buffer.from(text))).toThrow(BrokenFrame);
  });
});
