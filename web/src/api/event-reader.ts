/** One event stream from its beginning to its end: read with fetch, because a key has to go with it. */
import type { Happening } from "../../../src/pages/contract.ts";
import { headers } from "./client.ts";

interface Asked {
  /** To be kept fresh meanwhile. */
  repositories: readonly string[];
  /** Of the last event that was read. */
  lastId: string | null;
  signal: AbortSignal;
}

interface Reading {
  onOpen: () => void;
  /** A stream begins with an id and no event. */
  onEvent: (event: Happening | { type: "reset" } | null, id: string | null) => void;
}

/** Why it ended. */
export async function readEvents(
  { repositories, lastId, signal }: Asked,
  { onOpen, onEvent }: Reading,
): Promise<"lost" | "signed-out"> {
  const query = new URLSearchParams(repositories.map((repo) => ["watch", repo.toWellFormed()]));
  const since: Record<string, string> = lastId === null ? {} : { "last-event-id": lastId };
  const response = await fetch(`/api/v1/events?${query}`, { headers: { ...headers(), ...since }, signal });
  if (response.status === 401) return "signed-out";
  if (!response.ok || !response.body) return "lost";
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return "lost";
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) receive(part, onEvent);
  }
}

function receive(text: string, onEvent: Reading["onEvent"]): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  const id = field("id") ?? null;
  const type = field("event");
  const data = field("data");
  if (type === "reset") onEvent({ type: "reset" }, id);
  else if (type === "hello") onEvent(null, id);
  else if (data) onEvent(JSON.parse(data) as Happening, id);
}
