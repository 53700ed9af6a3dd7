/**
 * Faults at random moments of updates and questions. CLEW_POSTGRES_FAULTS sets how many (30 here, 500 by the bed), CLEW_SEED repeats
 * a run. Every round writes all files anew with its own number, so a generation of two rounds is seen as torn.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashContent } from "../../src/core/content-hash.ts";
import { AppError } from "../../src/core/errors.ts";
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import { freshSchema, untilReplayed, whyNoPostgres } from "../../src/testing/postgres-server.ts";
import { createRandom } from "../random-tree.ts";
import { PostgresPair } from "./support/postgres-pair.ts";
import { FAULTS, TELLING, withAdmin } from "./support/server-faults.ts";

const reason = whyNoPostgres() ?? (process.env.CLEW_TEST_POSTGRES ? "the server is not ours to kill" : null);
if (reason) console.info(`postgres: random faults are left out: ${reason}`);

const ROUNDS = Number(process.env.CLEW_POSTGRES_FAULTS ?? 30);
const SEED = Number(process.env.CLEW_SEED ?? 20_261_118);
const FILES = 5;
/** Faults of the server are meant, not files that a busy machine parses slowly. */
const PATIENT = { CLEW_PARSE_TIMEOUT_MS: "60000" };
const QUESTIONS = 4;
const VERIFY_EVERY = 10;
/** What a caller may be told while something is wrong. */
const TOLD = new Set(
  "STORE_UNREACHABLE INDEX_BUSY INDEX_CLOSED INDEX_LOCKED INDEX_CONFLICT INDEX_DISK_FULL INDEX_IO".split(" "),
);

describe.skipIf(reason !== null)("a server with faults at random", () => {
  const schema = freshSchema();
  const random = createRandom(SEED);
  const roundOfHash = new Map<string, number>();
  const told = new Map<string, number>();
  const counts = { updates: 0, answers: 0, fresh: 0, generations: 0 };
  let pair: PostgresPair;
  let folder: string;
  let tree: string;
  let writer: Engine;
  let asker: Engine;
  const factories: PostgresStoreFactory[] = [];
  const makeStores = () => {
    const stores = new PostgresStoreFactory({
      ...{ address: () => pair.address, realm: () => "team", schema },
      ...{ connections: 4, statementMs: 700, connectMs: 2_000 },
    });
    factories.push(stores);
    return stores;
  };
  beforeAll(async () => {
    pair = await PostgresPair.start({ deadlock_timeout: "100ms" });
    folder = mkdtempSync(join(tmpdir(), "clew-faults-"));
    tree = join(folder, "shop");
    mkdirSync(tree);
    const open = (name: string) =>
      openEngine({ home: join(folder, name), env: PATIENT, stores: makeStores() });
    [writer, asker] = [await open("writer"), await open("asker")];
    write(0);
    await writer.update(tree);
    await withAdmin({ pair, schema }, (admin) => admin.run(TELLING));
  }, 60_000);
  afterAll(async () => {
    for (const one of [writer, asker, ...factories]) await one?.close();
    await pair?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const write = (round: number) => {
    for (let file = 0; file < FILES; file++) {
      const text = `export function mark${round}() {\n  return ${file};\n}\n`;
      roundOfHash.set(hashContent(Buffer.from(text)), round);
      writeFileSync(join(tree, `part${file}.ts`), text);
    }
  };
  /** Null when it failed with what may be told; anything else is thrown. */
  const tolerating = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof AppError) || !TOLD.has(error.code) || !error.hint) throw error;
      told.set(error.code, (told.get(error.code) ?? 0) + 1);
      return null;
    }
  };
  const ask = async (round: number) => {
    const answer = await tolerating(
      asker.read(tree, async ({ searcher, members }) => {
        const { hits } = await searcher.search(`mark${round}`, { limit: FILES });
        return { found: hits.length, isFresh: members[0]!.freshness.isFresh };
      }),
    );
    if (!answer) return;
    counts.answers++;
    if (!answer.isFresh) return;
    counts.fresh++;
    expect(answer.found, `round ${round}: an answer that says fresh`).toBe(FILES);
  };
  /** The rounds that the files of the newest generation are of. */
  const roundsShown = async (): Promise<number[]> => {
    const stores = makeStores();
    try {
      const [place] = await withAdmin({ pair, schema }, (admin) =>
        admin.read<{ key: string }>("SELECT key FROM @place"),
      );
      const { store } = await stores.placeAt(place!.key).open();
      const [view] = await store.listViews();
      const reader = await store.read(view!.id);
      const rounds = (await reader.files()).map(({ hash }) => roundOfHash.get(hash) ?? -1);
      await reader.close();
      expect(rounds).toHaveLength(FILES);
      counts.generations++;
      return [...new Set(rounds)];
    } finally {
      await stores.close();
      factories.splice(factories.indexOf(stores), 1);
    }
  };
  const untilUpdated = async () => {
    for (const deadline = performance.now() + 120_000; ; await sleep(50)) {
      if (await tolerating(writer.update(tree))) return;
      expect(performance.now(), "an update after the fault is over").toBeLessThan(deadline);
    }
  };

  it(`${ROUNDS} times shows whole generations, loses nothing, and says what is wrong (seed ${SEED})`, async () => {
    const names = Object.keys(FAULTS);
    for (let round = 1; round <= ROUNDS; round++) {
      const name = names[round % names.length]!;
      // Of a failover only what is committed in its own round may be lost.
      await untilReplayed(pair.primary, pair.replica);
      write(round);
      const updating = tolerating(writer.update(tree)).then((report) => report && counts.updates++);
      const asking = Array.from({ length: QUESTIONS }, async (_, at) => {
        await sleep(at * random.below(120));
        await ask(round);
      });
      await sleep(random.below(250));
      const during = [updating, ...asking];
      await Promise.all([FAULTS[name]!({ pair, schema, random }), ...during]);
      const shown = await roundsShown();
      expect(shown, `round ${round}, ${name}: torn`).toHaveLength(1);
      expect(round - shown[0]!, `round ${round}, ${name}: an old generation`).toBeLessThanOrEqual(1);
      await untilUpdated();
      expect(await roundsShown()).toEqual([round]);
      await ask(round);
      if (round % VERIFY_EVERY === 0)
        expect((await writer.verify(tree, { deep: true })).problems).toEqual([]);
    }
    console.info(
      `${ROUNDS} faults: ${counts.updates} updates and ${counts.answers} answers through them (${counts.fresh} fresh), ${counts.generations} generations read whole, told: ${JSON.stringify(Object.fromEntries(told))}`,
    );
  }, 3_600_000);
});
