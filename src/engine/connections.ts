/** Every connection that clew may open with these settings, and what goes over it. There are no others. */
import { displayUrl, isLoopback } from "../core/display-url.ts";
import { isEmbeddingError } from "../embeddings/providers/embedding-error.ts";
import type { Settings } from "../settings/settings.ts";
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
  const url = embeddingAddress(settings, env);
  if (url !== null)
    connections.push(
      connection(`embeddings by ${settings.embeddings}`, url, "text of chunks and questions goes"),
    );
  const writer = openSummaries(settings);
  if (writer) connections.push(connection("summaries by ollama", writer.url, "the start of each file goes"));
  return connections;
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
