/**
 * Opens indexes and tells what is in them, one JSON request a line. A process of its own: an index that brings down
 * its reader must not bring down the bed, and must be noticed.
 *
 * { home, root, dist, update? } → { problems, dump, firstAnswerMs, updatedDump? } or { error: { code, message } }
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";

const NOT_INDEXED = "not indexed";
const engines = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await examine(request))}\n`);
}

async function examine({ home, root, dist, update, questions = [] }) {
  const { openEngine } = engines.get(dist) ?? (await import(`${dist}/index.js`));
  engines.set(dist, { openEngine });
  const started = performance.now();
  let engine;
  try {
    engine = await openEngine({ home });
    const answers = [];
    const stale = { isStaleAllowed: true };
    await engine.read(
      root,
      async (session) =>
        answers.push(session.info.generation > 0 ? `files ${session.info.files}` : NOT_INDEXED),
      stale,
    );
    const firstAnswerMs = performance.now() - started;
    for (const question of questions) {
      answers.push(
        await engine.read(root, async (session) => JSON.stringify(await answer(session, question)), stale),
      );
    }
    const result = { firstAnswerMs, answers, dump: hash(await engine.dump(root)) };
    result.problems = (await engine.verify(root, { deep: true })).problems;
    if (update) {
      await engine.update(root);
      result.updatedDump = hash(await engine.dump(root));
    }
    result.isMovedAside = readdirSync(`${home}/index`).some((name) => name.includes(".damaged-"));
    return result;
  } catch (error) {
    return { error: { code: error.code ?? null, message: String(error.message ?? error) } };
  } finally {
    await engine?.close().catch(() => {});
  }
}

async function answer(session, question) {
  const found = await session.search(question, { limit: 5 });
  const { groups } = await session.findSymbols(question);
  return {
    hits: found.hits.map(({ path, score, spans }) => [path, score, spans.map((span) => span.startLine)]),
    symbols: groups.map(({ path, qualifiedName }) => `${path}#${qualifiedName}`),
  };
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}
