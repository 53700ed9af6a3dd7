import { readAddress, readReplicaAddress } from "./address.ts";
import { PostgresStoreFactory } from "./factory.ts";
import type { NearOptions } from "./near/near-index.ts";
import { readRealm } from "./realm.ts";

export interface PostgresSettings {
  /** File that holds the address; empty when the environment does. */
  addressFile: string;
  /** As above, of a server to read from; empty when the environment has it or there is none. */
  replicaAddressFile: string;
  schema: string;
  /** Empty: that of this machine. */
  realm: string;
  connections: number;
  statementMs: number;
  /** Null: the vectors in the records are compared in this process. */
  near: NearOptions | null;
  keepsEdges: boolean;
  keepsChunks: boolean;
}

const CONNECT_MS = 10_000;

export function createPostgresFactory(given: {
  home: string;
  env: NodeJS.ProcessEnv;
  postgres: PostgresSettings;
}): PostgresStoreFactory {
  const { addressFile, replicaAddressFile, realm, ...rest } = given.postgres;
  return new PostgresStoreFactory({
    address: () => readAddress(given.env, addressFile),
    replicaAddress: () => readReplicaAddress(given.env, replicaAddressFile),
    realm: () => realm || readRealm(given.home),
    connectMs: CONNECT_MS,
    ...rest,
  });
}
