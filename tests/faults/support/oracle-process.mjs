/**
 * Opens indexes and tells what is in them, one JSON request a line. A process of its own: an index that brings down
 * its reader must not bring down the bed, and must be noticed.
 *
 * { home, root, dist, update?, questions?, isServing?, skipsVerify?, beside?, isFresh? } →
 *   { problems, answers, dump, firstAnswerMs, updatedDump?, isMovedAside } or { error: { code, message } }
 *
 * `beside`: another root, of which all is asked together with the first one; `answers` are then of both, `absent` names
 * members that gave none, and the first one's dump may be an error (`dumpError`) while answers must come all the same.
 * `isServing`: one engine for all requests of a home, as a server has; between requests it holds no file, so that
 * another index can be put in its place.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";

const NOT_INDEXED = "not indexed";
const libraries = new Map();
const serving = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await examine(request))}\n`);
}
for (const engine of serving.values()) await engine.close();

async function examine(request) {
  await load(request.dist);
  const started = performance.now();
  let engine;
  try {
    engine = await engineOf(request);
    return await tell(engine, request, started);
  } catch (error) {
    return { error: { code: error.code ?? null, message: String(error.message ?? error) } };
  } finally {
    if (request.isServing) await engine?.unload({ idleMs: 0 });
    else await engine?.close().catch(() => {});
  }
}

async function load(dist) {
  if (!libraries.has(dist)) libraries.set(dist, await import(`${dist}/index.js`));
}

async function engineOf({ home, dist, isServing }) {
  const { openEngine } = libraries.get(dist);
  if (!isServing) return openEngine({ home });
  const known = serving.get(home) ?? (await openEngine({ home }));
  serving.set(home, known);
  return known;
}

async function tell(engine, request, started) {
  const { home, root, update, skipsVerify, beside } = request;
  const result = beside ? await tellBoth(engine, request) : await tellOne(engine, request, started);
  result.problems = skipsVerify ? [] : (await engine.verify(root, { deep: true })).problems;
  if (update) {
    await engine.update(root);
    result.updatedDump = hash(await engine.dump(root));
  }
  result.isMovedAside = readdirSync(`${home}/index`).some((name) => name.includes(".damaged-"));
  return result;
}

async function tellOne(engine, { root, questions = [] }, started) {
  const stale = { isStaleAllowed: true };
  const answers = [
    await engine.readView(
      root,
      async ({ info }) => (info.generation > 0 ? `files ${info.files}` : NOT_INDEXED),
      stale,
    ),
  ];
  const firstAnswerMs = performance.now() - started;
  for (const question of questions) {
    answers.push(
      await engine.readView(root, async (session) => JSON.stringify(await answer(session, question)), stale),
    );
  }
  return { firstAnswerMs, answers, dump: hash(await engine.dump(root)) };
}

async function tellBoth(engine, { root, beside, questions = [], isFresh }) {
  const scope = [memberOf(root, "first"), memberOf(beside, "second")];
  const absent = new Set();
  const answers = [];
  for (const question of questions) {
    const ask = async (session) => {
      const told = await answerOfBoth(session, question);
      for (const { repository } of session.absent) absent.add(repository);
      return JSON.stringify(told);
    };
    answers.push(await engine.read(scope, ask, { isStaleAllowed: !isFresh }));
  }
  const result = { answers, absent: [...absent], besideDump: hash(await engine.dump(beside)) };
  try {
    result.dump = hash(await engine.dump(root));
  } catch (error) {
    result.dumpError = { code: error.code ?? null, message: String(error.message ?? error) };
  }
  return result;
}

function memberOf(root, name) {
  return { root, name, folders: [], weight: 1, cap: null, origin: { kind: "asked" }, needs: [] };
}

async function answerOfBoth({ searcher }, question) {
  const found = await searcher.search(question, { limit: 8 });
  const { groups } = await searcher.symbols(question);
  const uses = [];
  for (const group of groups) {
    for (const relation of ["callers", "callees"])
      uses.push(await searcher.trace(group, { relation, depth: 2, minTier: "heuristic", limit: 20 }));
  }
  return {
    hits: found.hits.map(({ repository, path, score, spans }) => [repository, path, score, spans.length]),
    symbols: groups.map(({ path, qualifiedName }) => `${path}#${qualifiedName}`),
    uses,
  };
}

async function answer(session, question) {
  const found = await session.searcherCalled("tree").search(question, { limit: 5 });
  const { groups } = await session.searcherCalled("tree").symbols(question);
  const handles = groups.map(({ path, qualifiedName }) => `${path}#${qualifiedName}`);
  const edges = (await session.reader.edges("into", handles)).flat().map(({ edge }) => edge.from);
  return {
    edges,
    unresolved: (await session.reader.unresolvedNamed([question]))[0].length,
    hits: found.hits.map(({ path, score, spans }) => [path, score, spans.map((span) => span.startLine)]),
    symbols: groups.map(({ path, qualifiedName }) => `${path}#${qualifiedName}`),
  };
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}
