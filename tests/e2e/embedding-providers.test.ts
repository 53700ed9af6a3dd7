/** A model behind a server, from indexing to the answer: switching, failing, being killed, going on. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { EmbeddingServer } from "../../src/testing/embedding-server.ts";
import { git, writeTreeFile } from "../random-tree.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const FILES = 100;
const SECRET = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
const scratch = mkdtempSync(join(tmpdir(), "clew-providers-"));
const root = join(scratch, "tree");
let server: EmbeddingServer;
let url: string;

beforeAll(() => {
  for (let at = 0; at < FILES; at++)
    writeTreeFile(
      root,
      `src/part${at}.ts`,
      `export function handle${at}(queue: string) {\n  return queue + ${at};\n}\n`,
    );
  writeTreeFile(root, "src/key.ts", `export const token = "${SECRET}";\nexport function sign() {}\n`);
  git(root, "init", "-q");
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
beforeEach(async () => {
  server = new EmbeddingServer();
  url = await server.start();
});
afterEach(() => server.stop());

const settings = (model: string) => ({
  CLEW_EMBEDDINGS: "ollama",
  CLEW_EMBEDDING_URL: url,
  CLEW_EMBEDDING_MODEL: model,
  CLEW_EMBEDDING_TIMEOUT_MS: "2000",
});

async function withEngine<T>(
  home: string,
  model: string,
  use: (engine: Engine) => Promise<T>,
  options: { embedsInBackground?: boolean } = {},
): Promise<T> {
  const env = { ...process.env, ...settings(model) };
  const engine = await openEngine({ home: join(scratch, home), env, ...options });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Which model the answer is by, and what went wrong on the way. */
async function answeredBy(
  engine: Engine,
): Promise<{ model: string | undefined; problems: readonly string[] }> {
  return engine.read(root, async (session) => {
    const { trace } = await session.searcher.search(`handle a queue ${server.requests.length}`, {});
    return { model: /^\w+:\w*/.exec(trace.model ?? "")?.[0], problems: trace.problems };
  });
}

const documentsSent = () =>
  server.requests.filter(({ body }) => !body.input[0]!.startsWith("handle a queue"));

test("contents are sent once, without secrets, and questions go to the same model", async () => {
  await withEngine("once", "first", async (engine) => {
    await engine.update(root);
    expect(await engine.embed(root)).toMatchObject({
      model: "ollama:first@8",
      embedded: FILES + 1,
      stale: 0,
    });
    const sent = server.texts;
    expect(
      sent.some((text) => text.includes("function handle7") && text.startsWith("typescript function")),
    ).toBe(true);
    expect(sent.join("\n")).not.toContain(SECRET);
    const requests = server.requests.length;
    expect(await engine.embed(root)).toMatchObject({ embedded: 0 });
    expect(server.requests).toHaveLength(requests);
    expect(await answeredBy(engine)).toEqual({ model: "ollama:first", problems: [] });
    expect((await engine.verify(root, { deep: true })).problems).toEqual([]);
  });
});

test("while a new model is being filled in the old one answers; a failed run goes on where it was", async () => {
  await withEngine("switch", "first", async (engine) => {
    await engine.update(root);
    await engine.embed(root);
  });
  await withEngine("switch", "second", async (engine) => {
    const before = documentsSent().length;
    server.react = ({ body }) =>
      body.model === "second" && documentsSent().length > before + 3
        ? { status: 400, text: "enough" }
        : undefined;
    await expect(engine.embed(root)).rejects.toMatchObject({ code: "EMBEDDING_REFUSED" });
    expect(await answeredBy(engine)).toEqual({ model: "ollama:first", problems: [] });
  });
  await withEngine("switch", "second", async (engine) => {
    server.react = () => undefined;
    const kept = server.requests.length;
    const report = await engine.embed(root);
    expect(report!.embedded).toBeGreaterThan(0);
    expect(report!.embedded).toBeLessThan(FILES);
    const again = server.requests.slice(kept).flatMap(({ body }) => body.input);
    expect(new Set(again).size).toBe(again.length);
    expect(await answeredBy(engine)).toEqual({ model: "ollama:second", problems: [] });
    // The replaced version is forgotten; the built-in one stays.
    const models = await engine.readView(root, ({ reader }) => reader.vectors.coverage());
    expect(models.map(({ key }) => key.replace(/:.*/, ""))).toEqual(["builtin", "ollama"]);
  });
});

test("a killed run leaves whole vectors behind, and the next one asks only for the rest", async () => {
  let isStuck: () => void = () => {};
  const stuck = new Promise<void>((resolve) => {
    isStuck = resolve;
  });
  server.react = (_, number) => {
    if (number < 3) return undefined;
    isStuck();
    return { hangs: true };
  };
  const env = { ...process.env, ...settings("first"), CLEW_HOME: join(scratch, "killed") };
  const child = spawn(process.execPath, [CLI, "index", root], { env, stdio: "ignore" });
  await stuck;
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  server.react = () => undefined;
  await withEngine("killed", "first", async (engine) => {
    expect((await engine.verify(root, { deep: true })).problems).toEqual([]);
    expect((await answeredBy(engine)).model).toMatch(/^builtin:/);
    const report = await engine.embed(root);
    expect(report!.embedded).toBeGreaterThan(0);
    expect(report!.embedded).toBeLessThan(FILES);
    expect(await answeredBy(engine)).toEqual({ model: "ollama:first", problems: [] });
  });
});

test("when the server is gone the built-in model answers, and the trace says why", async () => {
  await withEngine("gone", "first", async (engine) => {
    await engine.update(root);
    await engine.embed(root);
    server.react = () => ({ status: 404, text: '{"error":"model not found"}' });
    const { model, problems } = await answeredBy(engine);
    expect(model).toMatch(/^builtin:/);
    expect(problems).toEqual([expect.stringMatching(/^EMBEDDING_REFUSED: .*404.*model not found/)]);
    server.react = () => undefined;
    expect((await answeredBy(engine)).model).toBe("ollama:first");
  });
});

test("a process that lives on embeds in the background", async () => {
  await withEngine(
    "background",
    "first",
    async (engine) => {
      await engine.update(root);
      // Joins the run that the update began.
      await engine.embed(root);
      expect(documentsSent().length).toBeGreaterThan(3);
      expect((await answeredBy(engine)).model).toBe("ollama:first");
    },
    { embedsInBackground: true },
  );
});

test("a provider without its key fails where it is asked to embed; searching goes on", async () => {
  const env = { ...process.env, CLEW_EMBEDDINGS: "voyage", VOYAGE_API_KEY: "", CLEW_EMBEDDING_KEY: "" };
  const engine = await openEngine({ home: join(scratch, "keyless"), env });
  await engine.update(root);
  expect((await answeredBy(engine)).model).toMatch(/^builtin:/);
  await expect(engine.embed(root)).rejects.toMatchObject({ code: "EMBEDDING_NOT_CONFIGURED" });
  await engine.close();
});

test("lines about files come from the configured language model, once, and from rules without it", async () => {
  const home = join(scratch, "lines");
  const linesOf = async (env: Record<string, string>) => {
    const engine = await openEngine({ home, env: { ...process.env, CLEW_EMBEDDINGS: "off", ...env } });
    try {
      await engine.update(root);
      const count = await engine.summarise(root);
      const hits = await engine.read(
        root,
        async (session) => (await session.searcher.search("handle7", {})).hits,
      );
      return { count, line: hits[0]!.summary };
    } finally {
      await engine.close();
    }
  };
  const configured = { CLEW_SUMMARIES: "ollama", CLEW_SUMMARY_URL: url };
  expect(await linesOf({})).toEqual({ count: null, line: "defines handle7" });
  expect(await linesOf(configured)).toEqual({
    count: FILES + 1,
    line: expect.stringMatching(/^Speaks of \d+ letters\.$/),
  });
  expect(server.texts.join("\n")).not.toContain(SECRET);
  expect(await linesOf(configured)).toMatchObject({ count: 0 });
  expect(server.requests).toHaveLength(FILES + 1);
});
