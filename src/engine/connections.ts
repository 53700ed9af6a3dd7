/** Every connection that clew may open with these settings, and what goes over it. There are no others. */
import { displayUrl, isLoopback } from "../core/display-url.ts";
import { AppError } from "../core/errors.ts";
import { isEmbeddingError } from "../embeddings/providers/embedding-error.ts";
import type { Settings } from "../settings/settings.ts";
import { parseAddress, readAddress } from "../storage/postgres/address.ts";
import { openEmbeddings, openSummaries } from "./embeddings.ts";

export interface Connection {
  /** `embeddings by ollama`. */
  purpose: string;
  /** Address without anything secret. */
  to: string;
  isThisMachine: boolean;
  /** `text of chunks goes`, to be followed by where. */
  sends: string;
}

export function listConnections(settings: Settings, env: NodeJS.ProcessEnv): Connection[] {
  const connections: Connection[] = [];
  if (settings.recordStore === "postgres") connections.push(databaseConnection(settings, env));
  const url = embeddingAddress(settings, env);
  if (url !== null)
    connections.push(
      connection(`embeddings by ${settings.embeddings}`, url, "text of chunks and questions goes"),
    );
  const writer = openSummaries(settings);
  if (writer) connections.push(connection("summaries by ollama", writer.url, "the start of each file goes"));
  return connections;
}

/** Facts are names, places and words of the code; its text is not among them. */
function databaseConnection(settings: Settings, env: NodeJS.ProcessEnv): Connection {
  const purpose = "indexes in postgres";
  const sends = "what is indexed, without the text of files, goes";
  try {
    const { display, isThisMachine } = parseAddress(readAddress(env, settings.postgresAddressFile));
    return { purpose, to: display, isThisMachine, sends };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { purpose, to: `nowhere: ${error.message}`, isThisMachine: true, sends };
  }
}

/** Null when vectors are made in this process, and when the provider cannot be asked as it is configured. */
function embeddingAddress(settings: Settings, env: NodeJS.ProcessEnv): string | null {
  try {
    const url = openEmbeddings(settings, env).openProvider()?.spec.url;
    return typeof url === "string" && url !== "" ? url : null;
  } catch (error) {
    if (isEmbeddingError(error)) return null;
    throw error;
  }
}

function connection(purpose: string, url: string, sends: string): Connection {
  return { purpose, to: displayUrl(url), isThisMachine: isLoopback(url), sends };
}
