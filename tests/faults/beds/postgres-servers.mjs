/** Three serving processes, one database and its replica, by tests/postgres/three-servers.test.ts; needs tests/postgres/get-server.sh. */
import { runTest } from "../support/run-test.mjs";

export const title = "servers of one PostgreSQL, killed in turn";

export async function execute({ isSmoke, seed }) {
  const minutes = process.env.CLEW_POSTGRES_MINUTES ?? (isSmoke ? "0.33" : "20");
  return runTest("tests/postgres/three-servers.test.ts", {
    figure: "no error but the documented one, no old answer that says fresh, every job done",
    env: { CLEW_POSTGRES_MINUTES: minutes, CLEW_SEED: String(seed) },
    says: /^[\d.]+ min: .*$/m,
  });
}
