/** What happens, as server-sent events: bounded, with a sign of life, continued after a broken connection. */
import type { Happenings, NumberedHappening } from "../serving/happenings.ts";

const ALIVE_EVERY_MS = 10_000;
/** A reader that lags so many events behind is let go; it comes back and is told what it missed. */
const MAX_BEHIND = 500;
/** How soon a browser comes back. */
const RETRY_MS = 500;

export interface EventStreamOptions {
  /** Of the last event that the reader has seen. */
  lastId: string | null;
  /** Roots that are kept up to date meanwhile. */
  watching?: readonly string[];
  signal: AbortSignal;
  onEnd: () => void;
}

/** `hello` first, with the id to come back with; `reset` instead of what was missed when that is not known any more. */
export function eventStream(
  happenings: Happenings,
  { lastId, watching = [], signal, onEnd }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isEnded = false;
        const send = (text: string) => {
          if (isEnded) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -MAX_BEHIND) end();
        };
        const missed = lastId === null ? [] : happenings.after(lastId);
        const unsubscribe = happenings.subscribe((happening) => send(render(happening)));
        const alive = setInterval(() => send(": alive\n\n"), ALIVE_EVERY_MS);
        end = () => {
          if (isEnded) return;
          isEnded = true;
          clearInterval(alive);
          unsubscribe();
          signal.removeEventListener("abort", end);
          try {
            controller.close();
          } catch {
            // The reader cancelled it.
          }
          onEnd();
        };
        signal.addEventListener("abort", end);
        send(
          `retry: ${RETRY_MS}\nid: ${happenings.lastId}\nevent: ${missed ? "hello" : "reset"}\ndata: ${JSON.stringify({ watching })}\n\n`,
        );
        for (const happening of missed ?? []) send(render(happening));
      },
      cancel() {
        end();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
}

/** JSON has no line breaks of its own, so a value is one line of data. */
function render({ id, what }: NumberedHappening): string {
  return `id: ${id}\nevent: ${what.type}\ndata: ${JSON.stringify(what)}\n\n`;
}
