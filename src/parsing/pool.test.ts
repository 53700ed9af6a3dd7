import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decodeFacts } from "../codec/facts-codec.ts";
import type { BlobFacts } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { ParseJob, ParseOutcome, ParseRules } from "./jobs.ts";
import { ParsePool, type PoolOptions } from "./pool.ts";

let root: string;
let pool: ParsePool | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "clew-pool-"));
});
afterEach(() => {
  pool?.close();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string | Uint8Array): ParseJob {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  return { path: path as RelPath, language: null };
}

async function parse(
  jobs: Iterable<ParseJob> | AsyncIterable<ParseJob>,
  rules: Partial<ParseRules> = {},
  options: Partial<PoolOptions> = {},
): Promise<Map<string, ParseOutcome>> {
  pool = new ParsePool({ workers: 1, ...options });
  const outcomes = new Map<string, ParseOutcome>();
  for await (const outcome of pool.run(jobs, { root, hashAlgorithm: "sha1", ...rules })) {
    expect(outcomes.has(outcome.path), `${outcome.path} has one outcome`).toBe(false);
    outcomes.set(outcome.path, outcome);
  }
  return outcomes;
}

function factsOf(outcome: ParseOutcome | undefined): BlobFacts | null {
  return outcome?.kind === "facts" ? decodeFacts(outcome.encoded.facts, outcome.language) : null;
}

function describeOutcome(outcome: ParseOutcome | undefined): string {
  if (outcome?.kind === "facts") return `facts ${outcome.language} ${factsOf(outcome)?.status}`;
  return outcome?.kind === "skipped" ? `skipped ${outcome.reason}` : String(outcome?.kind);
}

/** Child processes of this one that parse. */
function childCount(): number {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("parse-worker"))
    .length;
}

const many = (count: number): ParseJob[] =>
  Array.from({ length: count }, (_, at) =>
    write(`many/f${at}.ts`, `export function f${at}(): number { return ${at}; }\n`),
  );

describe("the parsing pool", () => {
  test.each([
    ["small", "stay for the next run"],
    ["medium", "stay for the next run"],
    ["large", "end with it"],
  ] as const)("processes of a %s run %s", async (size, _) => {
    const isLarge = size === "large";
    await parse(many(30), {}, { size });
    // A killed process is gone from /proc a moment later.
    const deadline = Date.now() + 5_000;
    while (isLarge && childCount() > 0 && Date.now() < deadline) await sleep(20);
    expect(childCount()).toBe(isLarge ? 0 : 1);
  });

  test("every file has one outcome, whatever it is", async () => {
    const jobs = [
      write("a.ts", "export class A { run() { return 1; } }\n"),
      write("tool", "#!/usr/bin/env node\nfunction main() {}\n"),
      write("notes.unknown", "just words\n"),
      write("image.ts", new Uint8Array([0x89, 0x50, 0, 1, 2])),
      write("wide.ts", Buffer.from("\ufeffexport const x = 1;\n", "utf16le")),
      write("bad.ts", Buffer.concat([Buffer.from("const a = '"), Buffer.from([0xff]), Buffer.from("';\n")])),
      { path: "gone.ts" as RelPath, language: null },
      { path: "../outside.ts" as RelPath, language: null },
    ];
    const outcomes = await parse(jobs);
    expect([...outcomes].map(([path, outcome]) => `${path}: ${describeOutcome(outcome)}`).sort()).toEqual([
      "../outside.ts: skipped outside-root",
      "a.ts: facts typescript full",
      "bad.ts: facts typescript full",
      "gone.ts: missing",
      "image.ts: skipped binary",
      "notes.unknown: facts text fallback",
      "tool: facts javascript full",
      "wide.ts: facts typescript full",
    ]);
    const bad = outcomes.get("bad.ts");
    expect(factsOf(bad)?.problems.map(({ code }) => code)).toEqual(["PARSE_ENCODING"]);
    const wide = outcomes.get("wide.ts");
    expect(factsOf(wide)?.symbols[0]?.name).toBe("x");
  });

  test("several workers give the same facts as one", async () => {
    const jobs = many(100);
    const one = await parse(jobs, {}, { workers: 1 });
    const two = await parse(jobs, {}, { workers: 2 });
    const sorted = (outcomes: Map<string, ParseOutcome>) =>
      [...outcomes.values()]
        .sort((a, b) => (a.path < b.path ? -1 : 1))
        .map((outcome) =>
          // A stamp is null while its file is younger than the clock's grain.
          JSON.stringify(outcome, (key, value) => (key === "stamp" ? undefined : value)),
        );
    expect(sorted(two)).toEqual(sorted(one));
  });

  test("a file past its parse limit becomes text windows and the others come back", async () => {
    const deep = write("deep.ts", "export const deep = ((1 + 2) * 3);\n".repeat(20_000));
    const outcomes = await parse([deep, ...many(30)], { parseMs: 1 }, { graceMs: 60_000 });
    expect(outcomes.size).toBe(31);
    const outcome = outcomes.get("deep.ts");
    expect(describeOutcome(outcome)).toBe("facts typescript fallback");
    expect(factsOf(outcome)?.problems[0]?.code).toBe("PARSE_TIMEOUT");
  });

  test("100,000 nested parentheses cost no more than their own file", async () => {
    const deep = write("deep.ts", `export const deep = ${"(".repeat(100_000)}1${")".repeat(100_000)};\n`);
    const outcomes = await parse([deep, ...many(3)], {}, { graceMs: 20_000 });
    expect(outcomes.get("deep.ts")?.kind).toBe("facts");
    expect(outcomes.size).toBe(4);
  });

  test("a huge line is refused unread and the others come back", async () => {
    const huge = write("huge.ts", Buffer.alloc(200 * 1024 * 1024, "a"));
    const outcomes = await parse([huge, ...many(3)]);
    expect(describeOutcome(outcomes.get("huge.ts"))).toBe("skipped too-large");
    expect(outcomes.size).toBe(4);
  });

  test("jobs are pulled as they are needed, not all at once", async () => {
    let pulled = 0;
    const endless = async function* (): AsyncGenerator<ParseJob> {
      for (;;) {
        pulled += 1;
        yield { path: `missing-${pulled}.ts` as RelPath, language: null };
      }
    };
    pool = new ParsePool({ workers: 1 });
    let seen = 0;
    for await (const _ of pool.run(endless(), { root, hashAlgorithm: "sha1" })) {
      seen += 1;
      await sleep(20);
      if (seen >= 20) break;
    }
    expect(pulled).toBeLessThan(1_000);
  });

  test("closing the pool fails the run that is under way", async () => {
    pool = new ParsePool({ workers: 1 });
    // More files than one message brings: what had arrived is still handed out before the failure.
    const run = pool.run(many(200), { root, hashAlgorithm: "sha1" });
    await run.next();
    pool.close();
    const drain = async () => {
      while (!(await run.next()).done);
    };
    await expect(drain()).rejects.toMatchObject({ code: "PARSE_POOL_CLOSED" });
  });

  test("a worker that never starts is reported, not waited for", async () => {
    const file = join(root, "not-a-worker.js");
    writeFileSync(file, "process.exit(1);\n");
    await expect(parse(many(2), {}, { workerFile: file })).rejects.toMatchObject({
      code: "PARSE_WORKER_BROKEN",
    });
  });
});

/** A worker whose behaviour is chosen by the names of the files it is given. */
const TRICKY_WORKER = `
  process.on("message", async ({ jobs, fallbackOnly }) => {
    for (const { path } of jobs) {
      if (path.includes("kills")) process.kill(process.pid, "SIGKILL");
      if (path.includes("out-of-memory")) {
        const { appendFileSync, readFileSync } = await import("node:fs");
        appendFileSync(__filename + ".kills", ".");
        if (readFileSync(__filename + ".kills", "utf8").length <= 3) process.kill(process.pid, "SIGKILL");
      }
      if (path.includes("refused")) {
        const { appendFileSync, readFileSync } = await import("node:fs");
        appendFileSync(__filename + ".refusals", ".");
        const times = Number(/refused-(\\d+)/.exec(path)?.[1] ?? Infinity);
        if (readFileSync(__filename + ".refusals", "utf8").length <= times) process.exit(71);
      }
      if (path.includes("starved")) {
        const { appendFileSync, readFileSync } = await import("node:fs");
        appendFileSync(__filename + ".stops", ".");
        if (readFileSync(__filename + ".stops", "utf8").length <= 2) process.kill(process.pid, "SIGSTOP");
      }
      if (path.includes("hangs")) for (;;);
      if (path.includes("once-killer") && !fallbackOnly) process.exit(70);
      if (path.includes("mumbles") && !fallbackOnly) process.send({ type: "outcomes", outcomes: [{ kind: "facts", path, blobBytes: 9, vectorBytes: 0 }], bytes: new Uint8Array(3), done: true, retiring: false });
      const outcome = { kind: "skipped", path, reason: fallbackOnly ? "fallback" : "read", stamp: null };
      await new Promise((sent) => process.send({ type: "outcomes", outcomes: [outcome], bytes: new Uint8Array(0), done: false, retiring: false }, sent));
    }
    process.send({ type: "outcomes", outcomes: [], bytes: new Uint8Array(0), done: true, retiring: false });
  });
  process.on("disconnect", () => process.exit(0));
  process.send({ type: "hello", protocol: 1 });
`;

describe("files that harm their process", () => {
  const names = ["a", "kills", "b", "hangs", "c", "once-killer", "d", "mumbles", "e"];
  const jobs = names.map((path): ParseJob => ({ path: path as RelPath, language: null }));

  test("cost only themselves, after a try alone and a try without parsing", async () => {
    const file = join(root, "tricky.cjs");
    writeFileSync(file, TRICKY_WORKER);
    const outcomes = await parse(jobs, { parseMs: 100 }, { workerFile: file, graceMs: 100 });
    const reasons = names.map((name) => `${name} ${(outcomes.get(name) as { reason: string }).reason}`);
    expect(reasons).toEqual([
      "a read",
      "kills parser-failed",
      "b read",
      "hangs parser-failed",
      "c read",
      "once-killer fallback",
      "d read",
      "mumbles fallback",
      "e read",
    ]);
  });

  test("a file whose process the system killed is parsed in full once there is memory", async () => {
    const file = join(root, "short-of-memory.cjs");
    writeFileSync(file, TRICKY_WORKER);
    const paths = ["a", "out-of-memory", "b"].map(
      (path): ParseJob => ({ path: path as RelPath, language: null }),
    );
    const outcomes = await parse(paths, {}, { workerFile: file });
    expect(readFileSync(`${file}.kills`, "utf8")).toHaveLength(4);
    expect([...outcomes.values()].map((one) => (one as { reason: string }).reason)).toEqual([
      "read",
      "read",
      "read",
    ]);
  });

  test("a file whose process got no computing time is parsed in full once there is some", async () => {
    const file = join(root, "starved.cjs");
    writeFileSync(file, TRICKY_WORKER);
    const paths = ["a", "starved", "b"].map((path): ParseJob => ({ path: path as RelPath, language: null }));
    const outcomes = await parse(paths, { parseMs: 200 }, { workerFile: file, graceMs: 100 });
    expect([...outcomes.values()].map((one) => (one as { reason: string }).reason)).toEqual([
      "read",
      "read",
      "read",
    ]);
  });

  test("a system that kills every process ends the run with an error that says so", async () => {
    const file = join(root, "no-memory.cjs");
    writeFileSync(file, TRICKY_WORKER);
    const doomed = Array.from(
      { length: 6 },
      (_, n): ParseJob => ({ path: `kills${n}` as RelPath, language: null }),
    );
    await expect(parse(doomed, {}, { workerFile: file })).rejects.toMatchObject({
      code: "PARSE_WORKERS_KILLED",
      retryable: true,
    });
  });

  test("a file whose process was refused memory is parsed in full once there is memory", async () => {
    const file = join(root, "refused-twice.cjs");
    writeFileSync(file, TRICKY_WORKER);
    const paths = ["a", "refused-2", "b"].map(
      (path): ParseJob => ({ path: path as RelPath, language: null }),
    );
    const outcomes = await parse(paths, {}, { workerFile: file });
    expect([...outcomes.values()].map((one) => (one as { reason: string }).reason)).toEqual([
      "read",
      "read",
      "read",
    ]);
  });

  test("where memory is refused to every process nothing is read as less: all is left out, soon", async () => {
    const file = join(root, "refused-always.cjs");
    writeFileSync(file, TRICKY_WORKER);
    const doomed = Array.from(
      { length: 2_000 },
      (_, n): ParseJob => ({ path: `refused/${n}` as RelPath, language: null }),
    );
    const outcomes = await parse(doomed, {}, { workerFile: file, workers: 2 });
    expect(outcomes.size).toBe(2_000);
    expect(new Set([...outcomes.values()].map(describeOutcome))).toEqual(new Set(["skipped out-of-memory"]));
    expect(readFileSync(`${file}.refusals`, "utf8").length).toBeLessThan(10);
  });
});
