/** The built-in embedding from parsing to the answer, with a small model of known rows. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine, type SearchAnswer } from "../../src/engine/engine.ts";
import { makeTinyModel } from "../../src/testing/tiny-model.ts";
import { git, writeTreeFile } from "../random-tree.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-embeddings-"));
const root = join(scratch, "tree");
const modelFile = join(scratch, "first.bin");
const otherFile = join(scratch, "second.bin");
const TERMS = ["account", "closing", "parse", "token", "render", "button", "export", "function"];
/** Stemmed, as terms are. */
const SYNONYMS = [
  ["purg", "eras"],
  ["member", "subscriber"],
];

beforeAll(() => {
  writeFileSync(modelFile, makeTinyModel({ terms: TERMS, synonyms: SYNONYMS }));
  writeFileSync(otherFile, makeTinyModel({ terms: ["other", ...TERMS], dims: 64 }));
  writeTreeFile(
    root,
    "src/erase.ts",
    "export function erase(subscriber: string) {\n  return subscriber;\n}\n",
  );
  writeTreeFile(root, "src/parse.ts", "export function parse(token: string) {\n  return token;\n}\n");
  writeTreeFile(root, "src/render.ts", "export function render() {\n  return 'button';\n}\n");
  git(root, "init", "-q");
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function withEngine<T>(
  home: string,
  env: Record<string, string>,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine({ home: join(scratch, home), env: { ...process.env, ...env } });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

const withModel = (file: string) => ({ CLEW_EMBEDDINGS: "builtin", CLEW_EMBEDDING_MODEL: file });
const OFF = { CLEW_EMBEDDINGS: "off" };

/** Path → vectors, by the one model that the view has; null without any. */
async function vectorsOf(engine: Engine): Promise<Record<string, string> | null> {
  await engine.update(root);
  return engine.readView(root, async ({ reader }) => {
    const models = await reader.vectors.coverage();
    if (models.length === 0) return null;
    const paths = new Map((await reader.files()).map((file) => [file.blob, file.path]));
    const found: Record<string, string> = {};
    for await (const { blob, rows } of reader.vectors.read(models.at(-1)!.key)) {
      found[paths.get(blob)!] = Buffer.from(rows).toString("hex");
    }
    return found;
  });
}

const ask = (engine: Engine, query: string): Promise<SearchAnswer> =>
  engine.read(root, (session) => session.searcher.search(query, {}));

test("vectors filled in later from stored terms are those that parsing makes", async () => {
  const made = await withEngine("direct", withModel(modelFile), vectorsOf);
  expect(Object.keys(made!).sort()).toEqual(["src/erase.ts", "src/parse.ts", "src/render.ts"]);
  expect(await withEngine("later", OFF, vectorsOf)).toBeNull();
  expect(await withEngine("later", withModel(modelFile), vectorsOf)).toEqual(made);
  const verified = await withEngine("later", OFF, (engine) => engine.verify(root, { deep: true }));
  expect(verified.problems).toEqual([]);
});

test("a new version of the model replaces the vectors at the next update, and no answer mixes the two", async () => {
  const before = await withEngine("switch", withModel(modelFile), vectorsOf);
  const { after, models } = await withEngine("switch", withModel(otherFile), async (engine) => {
    const after = await vectorsOf(engine);
    const answer = await ask(engine, "parse a token");
    return { after, models: answer.trace.channels.map((channel) => channel.name) };
  });
  expect(Object.keys(after!).sort()).toEqual(Object.keys(before!).sort());
  expect(Object.values(after!)[0]!.length).toBe(2 * Object.values(before!)[0]!.length);
  expect(models.filter((name) => name.startsWith("meaning"))).toHaveLength(1);
});

test("a file that shares no word with the question is found by meaning, and the trace says so", async () => {
  await withEngine("ask", withModel(modelFile), async (engine) => {
    await engine.update(root);
    const answer = await ask(engine, "purge member");
    const meaning = answer.trace.channels.find((channel) => channel.name.startsWith("meaning"));
    expect(meaning?.proposals[0]?.path).toBe("src/erase.ts");
    expect(answer.hits.map((hit) => hit.path)).toContain("src/erase.ts");
    const span = answer.hits.find((hit) => hit.path === "src/erase.ts")!.spans[0]!;
    expect(span.reason).toContain("close in meaning");
  });
});

test("with embeddings off there is no trace of vectors, and answers repeat to the byte", async () => {
  const answers = [];
  for (const home of ["off-1", "off-2"]) {
    answers.push(
      await withEngine(home, OFF, async (engine) => {
        await engine.update(root);
        return JSON.stringify(await ask(engine, "purge member account"));
      }),
    );
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).not.toContain("meaning");
});

test("a model that cannot be read is an error that names the file, not an index without vectors", async () => {
  const broken = join(scratch, "broken.bin");
  writeFileSync(broken, "CLEWEMB1 and nothing else");
  const update = withEngine("broken", withModel(broken), (engine) => engine.update(root));
  await expect(update).rejects.toMatchObject({ code: "EMBEDDING_MODEL_BROKEN" });
});
