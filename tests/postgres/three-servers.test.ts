/**
 * Three `clew serve` processes, one database and its replica: trees are edited, questions asked and jobs added while one of the
 * processes is killed every few seconds and the replica falls behind now and then. CLEW_POSTGRES_MINUTES sets for how long
 * (a third of a minute here, twenty by the bed), CLEW_SEED repeats the choices.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import { freshSchema, pauseReplay, runSqlNow, whyNoPostgres } from "../../src/testing/postgres-server.ts";
import { createRandom } from "../random-tree.ts";
import { ClewServer } from "./support/clew-server.ts";
import { PostgresPair } from "./support/postgres-pair.ts";

const reason = whyNoPostgres() ?? (process.env.CLEW_TEST_POSTGRES ? "the server is not ours to copy" : null);
if (reason) console.info(`postgres: three servers are left out: ${reason}`);

const MINUTES = Number(process.env.CLEW_POSTGRES_MINUTES ?? 1 / 3);
const SEED = Number(process.env.CLEW_SEED ?? 20_261_118);
const SERVERS = 3;
const FILES = 4;
/** A writer that was killed, or that another process waits for, is the one thing that may be told. */
const DOCUMENTED = new Set(["INDEX_LOCKED"]);

interface Tree {
  folder: string;
  round: number;
}

describe.skipIf(reason !== null)("three servers of one database", () => {
  const schema = freshSchema();
  const random = createRandom(SEED);
  const counts = { edits: 0, answers: 0, fresh: 0, judged: 0, kills: 0, ended: 0, jobs: 0, lags: 0 };
  const told = new Map<string, number>();
  const servers: ClewServer[] = [];
  let pair: PostgresPair;
  let folder: string;
  let trees: Tree[];
  let stores: PostgresStoreFactory;
  let env: Record<string, string>;
  beforeAll(async () => {
    pair = await PostgresPair.start({});
    folder = mkdtempSync(join(tmpdir(), "clew-three-"));
    env = {
      ...{ CLEW_RECORD_STORE: "postgres", CLEW_POSTGRES_URL: pair.primary.address },
      ...{ CLEW_POSTGRES_REPLICA_URL: pair.replica.address, CLEW_POSTGRES_SCHEMA: schema },
      ...{ CLEW_POSTGRES_REALM: "team", CLEW_SEMANTICS: "on-demand", CLEW_QUERY_MS: "600000" },
      CLEW_PARSE_TIMEOUT_MS: "60000",
    };
    stores = new PostgresStoreFactory({
      ...{ address: () => pair.primary.address, realm: () => "team", schema },
      ...{ connections: 2, statementMs: 20_000, connectMs: 5_000 },
    });
    trees = ["shop", "bank"].map((name) => ({ folder: join(folder, name), round: 0 }));
    for (const tree of trees) {
      mkdirSync(tree.folder);
      edit(tree);
    }
    for (let at = 0; at < SERVERS; at++) servers.push(await ClewServer.start(folder, env));
    // A first index that another process makes may be told of as pending.
    for (const tree of trees) await ask(servers[0]!, tree);
  }, 180_000);
  afterAll(async () => {
    for (const server of servers) await server.kill();
    await stores?.close();
    await pair?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** All files are of one round, so an answer of an older one misses some. */
  const edit = (tree: Tree) => {
    const next = tree.round + 1;
    // Between the two no answer is judged.
    tree.round = Number.NaN;
    for (let file = 0; file < FILES; file++)
      writeFileSync(
        join(tree.folder, `part${file}.ts`),
        `export function mark${next}() {\n  return ${file};\n}\n`,
      );
    tree.round = next;
    counts.edits++;
  };
  const ask = async (server: ClewServer, tree: Tree) => {
    const { round } = tree;
    const outcome = await server.search(tree.folder, `mark${round}`);
    if (outcome.kind === "ended") return void counts.ended++;
    if (outcome.kind === "error") {
      told.set(outcome.code, (told.get(outcome.code) ?? 0) + 1);
      expect(DOCUMENTED, `${outcome.code}: ${outcome.message}`).toContain(outcome.code);
      return;
    }
    counts.answers++;
    const { isFresh, results } = outcome.answer;
    if (!isFresh) return;
    counts.fresh++;
    if (tree.round !== round) return;
    counts.judged++;
    const found = results.filter(({ spans }) => spans.some(({ symbol }) => symbol === `mark${round}`));
    expect(found.length, `an answer that says fresh, round ${round}`).toBe(FILES);
  };

  it(
    `answer for ${MINUTES.toFixed(1)} min without an error and without an old answer that says fresh (seed ${SEED})`,
    async () => {
      const endMs = performance.now() + MINUTES * 60_000;
      let failed: unknown = null;
      const repeating = async (work: () => Promise<unknown>) => {
        while (performance.now() < endMs && failed === null)
          await work().catch((error) => {
            failed ??= error;
          });
      };
      const jobs = await stores.openJobs();
      await Promise.all([
        ...servers.map((_, at) =>
          repeating(async () => {
            await ask(servers[at]!, random.pick(trees));
            await sleep(random.below(100));
          }),
        ),
        repeating(async () => {
          await sleep(600 + random.below(1_500));
          edit(random.pick(trees));
        }),
        repeating(async () => {
          await sleep(2_000 + random.below(3_000));
          const at = random.below(SERVERS);
          await servers[at]!.kill();
          servers[at] = await ClewServer.start(folder, env);
          counts.kills++;
        }),
        repeating(async () => {
          await sleep(4_000 + random.below(8_000));
          await jobs.add(random.pick(trees).folder);
          counts.jobs++;
        }),
        repeating(async () => {
          await sleep(5_000 + random.below(10_000));
          await pauseReplay(pair.replica);
          await sleep(200 + random.below(1_500));
          runSqlNow(pair.replica.address, "SELECT pg_wal_replay_resume()");
          counts.lags++;
        }),
      ]);
      if (failed !== null) throw failed;
      const unfinished = async () => (await jobs.list()).filter(({ state }) => state !== "done");
      await expect.poll(unfinished, { timeout: 90_000, interval: 1_000 }).toEqual([]);
      for (const tree of trees) for (const server of servers) await ask(server, tree);
      console.info(
        `${MINUTES.toFixed(1)} min: ${counts.kills} kills, ${counts.edits} edits, ${counts.lags} times a replica that lags, ${counts.answers} answers, ${counts.fresh} fresh (${counts.judged} compared with the tree, 0 old), ${counts.ended} ended with their process, ${counts.jobs} jobs done, told: ${JSON.stringify(Object.fromEntries(told))}`,
      );
    },
    MINUTES * 60_000 + 180_000,
  );
});
