/** The event stream: read with fetch, because a key has to go with it, and begun anew whenever it breaks. */
import { useEffect, useSyncExternalStore } from "react";
import type { PageEvent } from "../../../src/pages/contract.ts";
import { headers } from "./client.ts";

export type Link = "connecting" | "live" | "lost" | "signed-out";

const RETRY_MS = 700;
const listeners = new Set<(event: PageEvent | { type: "reset" }) => void>();
const linkListeners = new Set<() => void>();
let link: Link = "connecting";
let lastId: string | null = null;

function setLink(next: Link): void {
  if (link === next) return;
  link = next;
  for (const tell of linkListeners) tell();
}

export function useLink(): Link {
  return useSyncExternalStore(
    (changed) => {
      linkListeners.add(changed);
      return () => linkListeners.delete(changed);
    },
    () => link,
  );
}

export function useEvents(listener: (event: PageEvent | { type: "reset" }) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

/** Runs until the signal fires; `watched` is the repository to be kept fresh. */
export async function followEvents(watched: string | null, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isKnown = await readOnce(watched, signal).catch(() => "lost" as const);
    if (signal.aborted) return;
    setLink(isKnown);
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

async function readOnce(watched: string | null, signal: AbortSignal): Promise<"lost" | "signed-out"> {
  const address = watched === null ? "/api/v1/events" : `/api/v1/events?watch=${encodeURIComponent(watched)}`;
  const since: Record<string, string> = lastId === null ? {} : { "last-event-id": lastId };
  const response = await fetch(address, { headers: { ...headers(), ...since }, signal });
  if (response.status === 401) return "signed-out";
  if (!response.ok || !response.body) return "lost";
  const wasLost = link === "lost";
  setLink("live");
  if (wasLost) tell({ type: "reset" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return "lost";
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) receive(part);
  }
}

function receive(text: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  lastId = field("id") ?? lastId;
  const type = field("event");
  const data = field("data");
  if (type === "reset") tell({ type: "reset" });
  else if (data && type !== "hello") tell(JSON.parse(data) as PageEvent);
}

function tell(event: PageEvent | { type: "reset" }): void {
  for (const listener of listeners) listener(event);
}
