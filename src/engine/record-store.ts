/** Which backend keeps the records and how it is reached, by the user's settings. */
import { AppError } from "../core/errors.ts";
import type { SETTINGS_ERRORS } from "../settings/errors.ts";
import { loadUserSettings } from "../settings/load-settings.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { createStoreFactory } from "../storage/create-factory.ts";
import type { StoreFactory } from "../storage/factory.ts";

export function openChosenStores(home: string, env: NodeJS.ProcessEnv): Promise<StoreFactory> {
  return openStores(readSettings(env).recordStore, home, env);
}

export function openStores(
  backend: Settings["recordStore"],
  home: string,
  env: NodeJS.ProcessEnv,
): Promise<StoreFactory> {
  const settings = readSettings(env);
  return createStoreFactory(backend, {
    home,
    env,
    postgres: {
      addressFile: settings.postgresAddressFile,
      replicaAddressFile: settings.postgresReplicaAddressFile,
      schema: settings.postgresSchema,
      realm: settings.postgresRealm,
      connections: settings.postgresConnections,
      statementMs: settings.postgresStatementMs,
      keepsChunks: settings.postgresChunks,
      keepsEdges: settings.graphStore === "postgres",
      near:
        settings.vectorStore === "pgvector"
          ? {
              approximateFrom: settings.pgvectorFrom,
              m: settings.pgvectorM,
              efConstruction: settings.pgvectorEfConstruction,
              efSearch: settings.pgvectorEfSearch,
            }
          : null,
    },
  });
}

/**
 * The defaults when the settings cannot be read: `clew doctor` must open to say what is wrong, and everything else reads
 * the same settings again and refuses.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  try {
    return loadUserSettings(env);
  } catch (error) {
    const isBroken =
      error instanceof AppError && error.code === ("CONFIG_INVALID" satisfies keyof typeof SETTINGS_ERRORS);
    if (!isBroken) throw error;
    return resolveSettings([]).settings;
  }
}
