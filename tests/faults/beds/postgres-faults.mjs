/** A real PostgreSQL and its replica with faults at random, by tests/postgres/random-faults.test.ts; needs tests/postgres/get-server.sh. */
import { runTest } from "../support/run-test.mjs";

export const title = "faults of a PostgreSQL server at random";

export async function execute({ isSmoke, seed, cases }) {
  const faults = cases ?? (isSmoke ? 30 : 500);
  return runTest("tests/postgres/random-faults.test.ts", {
    figure: "every generation whole, nothing lost, every error told with a hint",
    env: { CLEW_POSTGRES_FAULTS: String(faults), CLEW_SEED: String(seed) },
    says: /^\d+ faults: .*$/m,
  });
}
