import { readAddress } from "./address.ts";
import { PostgresStoreFactory } from "./factory.ts";
import type { NearOptions } from "./near/near-index.ts";
import { readRealm } from "./realm.ts";

export interface PostgresSettings {
  /** File that holds the address; empty when the environment does. */
  addressFile: string;
  schema: string;
  /** Empty: that of this machine. */
  realm: string;
  connections: number;
  statementMs: number;
  /** Null: the vectors in the records are compared in this process. */
  near: NearOptions | null;
}

const CONNECT_MS = 10_000;

export function createPostgresFactory(given: {
  home: string;
  env: NodeJS.ProcessEnv;
  postgres: PostgresSettings;
}): PostgresStoreFactory {
  const { addressFile, schema, realm, connections, statementMs, near } = given.postgres;
  return new PostgresStoreFactory({
    address: () => readAddress(given.env, addressFile),
    realm: () => realm || readRealm(given.home),
    schema,
    connections,
    statementMs,
    connectMs: CONNECT_MS,
    near,
  });
}
