/**
 * What other processes did, by LISTEN on a connection of its own. A proxy that lends connections for single transactions
 * passes nothing on: then looks and polls find the same later.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { StoreNews } from "../jobs/contract.ts";
import type { Database } from "./database.ts";
import type { Client } from "./driver.ts";

export const JOBS_CHANNEL = "clew_job";
export const GENERATIONS_CHANNEL = "clew_generation";

const CONNECT_AGAIN_MS = 5_000;

/** Until what is returned is called. */
export function listen(database: Database, hear: (news: StoreNews) => void): () => void {
  const stop = new AbortController();
  void listenOn(database, hear, stop.signal);
  return () => stop.abort();
}

/** Lost connections are opened again for as long as somebody wants to hear. */
async function listenOn(
  database: Database,
  hear: (news: StoreNews) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = await database.connect({ query_timeout: 0 }).catch(() => null);
    if (client) await untilEnded(database, client, hear, signal);
    await sleep(CONNECT_AGAIN_MS, null, { signal, ref: false }).catch(() => {});
  }
}

async function untilEnded(
  database: Database,
  client: Client,
  hear: (news: StoreNews) => void,
  signal: AbortSignal,
): Promise<void> {
  // Nobody is kept alive by waiting for news.
  (client as Client & { unref(): void }).unref();
  const ended = new Promise((resolve) => client.once("end", resolve));
  const end = () => void client.end().catch(() => {});
  signal.addEventListener("abort", end, { once: true });
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel === JOBS_CHANNEL) hear({ kind: "job" });
    else void tellGeneration(database, payload, hear).catch(() => {});
  });
  await client.query(`LISTEN ${JOBS_CHANNEL}; LISTEN ${GENERATIONS_CHANNEL}`).catch(end);
  if (signal.aborted) end();
  await ended;
  signal.removeEventListener("abort", end);
}

/** Only of what is open here: others are looked at when they are opened. */
async function tellGeneration(
  database: Database,
  payload: string,
  hear: (news: StoreNews) => void,
): Promise<void> {
  const [schema, place, view] = JSON.parse(payload) as [schema: string, place: number, view: number];
  if (schema !== database.schemaName) return;
  const { places } = await database.lookNow();
  const published = places.get(place)?.views.find(({ id }) => id === view);
  if (!published) return;
  const { root, generation, files } = published;
  hear({ kind: "published", root, generation, files });
}
