/**
 * What happens, as it happens. All pages of a browser share one stream: a browser keeps six connections to a server, and
 * with a stream for each page the seventh would not even load. Whoever holds a lock reads the stream and tells the
 * others; when its page is closed, the lock goes to the next. What a page watches is a lock, too, so nothing of it stays
 * behind when the page is gone.
 */
import { useEffect, useSyncExternalStore } from "react";
import type { Happening } from "../../../src/pages/contract.ts";
import { readEvents } from "./event-reader.ts";

export type Link = "connecting" | "live" | "lost" | "signed-out";
type Event = Happening | { type: "reset" };
type Told =
  | { what: "event"; event: Event | null; id: string | null }
  | { what: "link"; link: Link }
  /** A page came, or watches something else now. */
  | { what: "watches" };

const RETRY_MS = 700;
/** A page that was closed says nothing; so often is looked what is still watched. */
const LOOK_AGAIN_MS = 20_000;
const STREAM = "clew stream";
const WATCH = "clew watch ";

const channel = new BroadcastChannel("clew-events");
const listeners = new Set<(event: Event) => void>();
const linkListeners = new Set<() => void>();
let link: Link = "connecting";
let lastId: string | null = null;
let isLeading = false;
let lookAgain = () => {};

channel.onmessage = ({ data }: MessageEvent<Told>) => {
  if (data.what === "event") receive(data.event, data.id);
  else if (data.what === "link") setLink(data.link);
  else if (isLeading) {
    channel.postMessage({ what: "link", link } satisfies Told);
    lookAgain();
  }
};

function receive(event: Event | null, id: string | null): void {
  lastId = id ?? lastId;
  if (event) for (const listener of listeners) listener(event);
}

function setLink(next: Link): void {
  if (link === next) return;
  link = next;
  for (const tell of linkListeners) tell();
}

function tellAll(told: Extract<Told, { what: "event" | "link" }>): void {
  channel.postMessage(told);
  if (told.what === "event") receive(told.event, told.id);
  else setLink(told.link);
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

export function useEvents(listener: (event: Event) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

/** `repo` is kept fresh until the returned function is called. */
export function watch(repo: string): () => void {
  let end = () => {};
  const isOver = new Promise<void>((done) => {
    end = done;
  });
  void navigator.locks.request(WATCH + crypto.randomUUID() + repo, () => {
    channel.postMessage({ what: "watches" } satisfies Told);
    lookAgain();
    return isOver;
  });
  return end;
}

const ID_LENGTH = 36;

async function watched(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(WATCH));
  return [...new Set(names.map((name) => name.slice(WATCH.length + ID_LENGTH)))].sort();
}

/** For as long as the page is open; does nothing where another page reads the stream. */
export function shareEvents(): void {
  channel.postMessage({ what: "watches" } satisfies Told);
  void navigator.locks.request(STREAM, async () => {
    isLeading = true;
    for (;;) await readUntilItEnds();
  });
}

async function readUntilItEnds(): Promise<void> {
  const repositories = await watched();
  const stop = new AbortController();
  lookAgain = async () => {
    if (String(await watched()) !== String(repositories)) stop.abort();
  };
  const timer = setInterval(lookAgain, LOOK_AGAIN_MS);
  const wasLost = link === "lost";
  const ended = await readEvents(
    { repositories, lastId, signal: stop.signal },
    {
      onOpen: () => {
        tellAll({ what: "link", link: "live" });
        if (wasLost) tellAll({ what: "event", event: { type: "reset" }, id: null });
      },
      onEvent: (event, id) => tellAll({ what: "event", event, id }),
    },
  ).catch(() => "lost" as const);
  clearInterval(timer);
  // Something else is watched now: the next stream goes on where this one was.
  if (stop.signal.aborted) return;
  tellAll({ what: "link", link: ended });
  await new Promise((done) => setTimeout(done, RETRY_MS));
}
