/** Servers that clew is configured to ask, when they are gone: the index stands, and every face says what is missing. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EmbeddingServer } from "../../src/testing/embedding-server.ts";
import { git, writeTreeFile } from "../random-tree.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "clew-servers-down-"));
const root = join(scratch, "tree");
/** Of a server that was there and is gone. */
let deadUrl: string;

beforeAll(async () => {
  writeTreeFile(root, "src/queue.ts", "export function takeFromQueue() {\n  return 1;\n}\n");
  writeTreeFile(root, "src/clock.ts", "export function readClock() {\n  return 2;\n}\n");
  git(root, "init", "-q");
  const server = new EmbeddingServer();
  deadUrl = await server.start();
  await server.stop();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function clew(args: string[], settings: Record<string, string>, home = "home") {
  const env = { ...process.env, CLEW_HOME: join(scratch, home), ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const summariesBy = (url: string) => ({
  CLEW_SUMMARIES: "ollama",
  CLEW_SUMMARY_URL: url,
  CLEW_EMBEDDING_TIMEOUT_MS: "1000",
});

test("without the model for summaries the index is whole, rules write the lines, and a warning speaks of summaries", () => {
  const { status, stdout, stderr } = clew(["index"], summariesBy(deadUrl));
  expect(stdout).toMatch(/^2 files in generation 1/m);
  expect(stdout).toMatch(/^warning: .* cannot be reached: ECONNREFUSED \[SUMMARY_UNAVAILABLE\]$/m);
  expect(stdout).toMatch(/^hint: .*set summaries to rules/m);
  expect(stdout + stderr).not.toMatch(/set embeddings/);
  expect(status).toBe(3);
  const outline = clew(["outline", "src/queue.ts"], summariesBy(deadUrl));
  expect(outline).toMatchObject({ status: 0, stdout: expect.stringContaining("defines takeFromQueue") });
});

test("a summary address that is none is told in the same way", () => {
  const { status, stdout } = clew(["index"], summariesBy("localhost"));
  expect(stdout).toContain("summaryUrl must be an http or https address [SUMMARY_UNAVAILABLE]");
  expect(status).toBe(3);
});

test("doctor says that nothing leaves, when nothing does", () => {
  expect(clew(["doctor"], {}).stdout).toContain("network: none; clew opens no connection");
});

test("doctor names every server, what is sent to it, and no key", () => {
  const { stdout } = clew(["doctor"], {
    CLEW_EMBEDDINGS: "openai",
    CLEW_EMBEDDING_URL: "https://vectors.example.org/v1?token=hidden-in-query",
    CLEW_EMBEDDING_KEY: "hidden-key",
    CLEW_SUMMARIES: "ollama",
    CLEW_SUMMARY_URL: "http://ada:hidden-password@127.0.0.1:11434",
  });
  expect(stdout).toContain(
    "network: embeddings by openai: text of chunks and questions goes to https://vectors.example.org/v1",
  );
  expect(stdout).toContain(
    "network: summaries by ollama: the start of each file goes to http://127.0.0.1:11434/api/generate on this machine",
  );
  expect(stdout).not.toContain("network: none");
  expect(stdout).not.toContain("hidden");
});

const embeddedBy = (url: string) => ({
  CLEW_EMBEDDINGS: "ollama",
  CLEW_EMBEDDING_URL: url,
  CLEW_EMBEDDING_MODEL: "first",
  CLEW_EMBEDDING_TIMEOUT_MS: "1000",
});

async function clewAsync(args: string[], settings: Record<string, string>, home: string): Promise<string> {
  const env = { ...process.env, CLEW_HOME: join(scratch, home), ...settings };
  const child = spawn(process.execPath, [CLI, ...args], { cwd: root, env });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  await once(child, "close");
  return text;
}

test("an answer by other vectors than the configured ones says so in a line", async () => {
  const server = new EmbeddingServer();
  const url = await server.start();
  const ask = ["search", "take from a queue"];
  // Never embedded so far.
  const before = await clewAsync(ask, embeddedBy(url), "vectors");
  expect(before).toMatch(
    /^vectors: builtin:\S+ in place of ollama:first \(it has yet to read the files: clew index\)$/m,
  );
  await clewAsync(["index"], embeddedBy(url), "vectors");
  expect(await clewAsync(ask, embeddedBy(url), "vectors")).not.toContain("vectors:");
  await server.stop();
  const down = await clewAsync(ask, embeddedBy(url), "vectors");
  expect(down).toMatch(/^vectors: builtin:\S+ in place of ollama:first \(EMBEDDING_UNREACHABLE\)$/m);
  expect(down).toContain("takeFromQueue");
  const packed = await clewAsync(
    ["context", "take from a queue", "--format", "json"],
    embeddedBy(url),
    "vectors",
  );
  expect(JSON.parse(packed).notes).toEqual([expect.stringContaining("EMBEDDING_UNREACHABLE")]);
});

test("a provider without its key is told in the same line, and the built-in model needs none", () => {
  const keyless = { CLEW_EMBEDDINGS: "voyage", VOYAGE_API_KEY: "", CLEW_EMBEDDING_KEY: "" };
  expect(clew(["search", "take from a queue"], keyless, "keyless").stdout).toMatch(
    /^vectors: builtin:\S+ in place of voyage \(EMBEDDING_NOT_CONFIGURED\)$/m,
  );
  expect(clew(["search", "take from a queue"], {}, "keyless").stdout).not.toContain("vectors:");
});
