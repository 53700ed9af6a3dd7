import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { MAX_MESSAGE_BYTES, MessageLines } from "./message-lines.ts";

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** What gets through, and the codes of what was answered. */
async function send(...chunks: (string | Buffer)[]): Promise<{ passed: string; codes: number[] }> {
  const answers = new PassThrough();
  const lines = new MessageLines(answers);
  let passed = "";
  lines.on("data", (chunk: Buffer) => {
    passed += chunk.toString();
  });
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  await new Promise((resolve) => lines.once("end", resolve));
  const answered = (answers.read() as Buffer | null)?.toString().trim().split("\n") ?? [];
  return { passed, codes: answered.map((line) => JSON.parse(line).error.code) };
}

describe("standard input", () => {
  const cases = [
    { what: "a message passes as it is", input: [`${PING}\n`], passed: `${PING}\n`, codes: [] },
    {
      what: "in pieces too",
      input: [PING.slice(0, 9), `${PING.slice(9)}\n`],
      passed: `${PING}\n`,
      codes: [],
    },
    { what: "or without a newline at the end", input: [PING], passed: `${PING}\n`, codes: [] },
    { what: "empty lines are no fault", input: ["\n\r\n", `${PING}\n`], passed: `${PING}\n`, codes: [] },
    {
      what: "what is not JSON is a parse error",
      input: ["hello\n", `${PING}\n`],
      passed: `${PING}\n`,
      codes: [-32700],
    },
    {
      what: "JSON that is no message is an invalid request",
      input: ['[]\n{"a":1}\n {}\n'],
      passed: "",
      codes: [-32600, -32600, -32600],
    },
    {
      what: "bytes that are not text are a parse error",
      input: [Buffer.from([0, 255, 10])],
      passed: "",
      codes: [-32700],
    },
  ];
  test.each(cases)("$what", async ({ input, passed, codes }) => {
    expect(await send(...input)).toEqual({ passed, codes });
  });

  test("a line without end is told once, passed over and holds no memory", async () => {
    const chunk = Buffer.alloc(1_000_000, "x");
    const garbage = Array.from({ length: 100 }, () => chunk);
    const before = process.memoryUsage().arrayBuffers;
    const { passed, codes } = await send(...garbage, `\n${PING}\n`);
    expect({ passed, codes }).toEqual({ passed: `${PING}\n`, codes: [-32700] });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * MAX_MESSAGE_BYTES);
  });

  test("many bad lines are told a few times, and again after a good one", async () => {
    const bad = "x\n".repeat(100_000);
    const { codes } = await send(bad, `${PING}\n`, bad);
    expect(codes).toEqual(Array(32).fill(-32700));
  });
});
