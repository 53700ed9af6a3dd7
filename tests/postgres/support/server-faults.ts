/** What can happen to a server and to the way to it; each is over when its promise is kept. */
import { setTimeout as sleep } from "node:timers/promises";
import { Database } from "../../../src/storage/postgres/database.ts";
import type { Random } from "../../random-tree.ts";
import type { PostgresPair } from "./postgres-pair.ts";

export interface Faulty {
  pair: PostgresPair;
  schema: string;
  random: Random;
}

/** Errors that the server itself tells, while a table of ours says so: its disk cannot be filled five hundred times. */
const TOLD_STATES = ["53100", "53200", "53300", "58030", "55P03", "40P01", "57014"];

/** For `told`: whatever is published fails with the state that the table holds. */
export const TELLING = `
  CREATE TABLE IF NOT EXISTS @told(state text NOT NULL);
  CREATE OR REPLACE FUNCTION @tell() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE told text; BEGIN
    SELECT state INTO told FROM @told LIMIT 1;
    IF told IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = told; END IF; RETURN NEW; END $$;
  CREATE OR REPLACE TRIGGER tell BEFORE INSERT OR UPDATE ON @file FOR EACH ROW EXECUTE FUNCTION @tell();
  CREATE OR REPLACE TRIGGER tell BEFORE INSERT OR UPDATE ON @segment FOR EACH ROW EXECUTE FUNCTION @tell();
  CREATE OR REPLACE TRIGGER tell BEFORE UPDATE ON @view FOR EACH ROW EXECUTE FUNCTION @tell()`;

export const FAULTS: Readonly<Record<string, (faulty: Faulty) => Promise<void>>> = {
  killed: async ({ pair, random }) => {
    await pair.primary.kill();
    await sleep(random.below(300));
    await pair.primary.restart();
  },
  cut: async ({ pair }) => pair.way.cut(),
  away: async ({ pair, random }) => {
    pair.way.leadTo(null);
    await sleep(random.below(400));
    pair.way.leadTo(pair.primary.port);
  },
  terminated: (faulty) => signalBackends(faulty, "pg_terminate_backend", "random() < 0.6"),
  cancelled: (faulty) => signalBackends(faulty, "pg_cancel_backend", "state = 'active'"),
  locked: (faulty) =>
    holding(faulty, "LOCK TABLE @view IN ACCESS EXCLUSIVE MODE", () =>
      sleep(100 + faulty.random.below(1_200)),
    ),
  // A writer takes the place first and the view last.
  deadlocked: (faulty) =>
    holding(faulty, "UPDATE @view SET generation = generation", async (run) => {
      await sleep(faulty.random.below(150));
      await run("SELECT FROM @place FOR UPDATE").catch(() => {});
    }),
  told: async (faulty) => {
    const state = faulty.random.pick(TOLD_STATES);
    await withAdmin(faulty, async (admin) => {
      await admin.run("INSERT INTO @told VALUES ($1)", [state]);
      await sleep(faulty.random.below(600));
      await admin.run("DELETE FROM @told");
    });
  },
  failover: ({ pair }) => pair.failOver(),
};

export async function withAdmin<T>(
  { pair, schema }: Pick<Faulty, "pair" | "schema">,
  work: (admin: Database) => Promise<T>,
): Promise<T> {
  const limits = { connections: 2, statementMs: 20_000, connectMs: 60_000 };
  const admin = new Database({ address: pair.primary.address, schema, ...limits });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

function signalBackends(faulty: Faulty, signal: string, which: string): Promise<void> {
  const sql = `SELECT ${signal}(pid) FROM pg_stat_activity
    WHERE application_name = 'clew' AND pid <> pg_backend_pid() AND ${which}`;
  return withAdmin(faulty, async (admin) => void (await admin.read(sql)));
}

async function holding(
  faulty: Faulty,
  lock: string,
  work: (run: (sql: string) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  await withAdmin(faulty, async (admin) => {
    const client = await admin.connect();
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = 2000; ${admin.spell(lock)}`);
      await work((sql) => client.query(admin.spell(sql)));
    } catch (error) {
      // Lost to the writer, which is as good a fault.
      if (!/deadlock|timeout/.test(String(error))) throw error;
    } finally {
      await client.end();
    }
  });
}
