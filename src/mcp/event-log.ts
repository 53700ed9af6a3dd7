/** What was sent on a session's streams, so that a client whose connection broke can take up where it was. */
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const MAX_EVENTS = 256;
const MAX_BYTES = 1_000_000;

interface LoggedEvent {
  id: string;
  streamId: string;
  message: JSONRPCMessage;
  bytes: number;
}

/** The oldest events are forgotten beyond a bound: a client that comes too late repeats its call. */
export class EventLog implements EventStore {
  readonly #events: LoggedEvent[] = [];
  #bytes = 0;
  #count = 0;

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#count += 1;
    const id = `${streamId}_${this.#count}`;
    const bytes = JSON.stringify(message).length;
    this.#events.push({ id, streamId, message, bytes });
    this.#bytes += bytes;
    while (this.#events.length > MAX_EVENTS || (this.#bytes > MAX_BYTES && this.#events.length > 1))
      this.#bytes -= this.#events.shift()!.bytes;
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.find((event) => event.id === eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.#events.findIndex((event) => event.id === lastEventId);
    const streamId = this.#events[at]?.streamId ?? "";
    for (const event of this.#events.slice(at + 1)) {
      // A priming event has an id and no message to repeat.
      const hasMessage = Object.keys(event.message).length > 0;
      if (at >= 0 && event.streamId === streamId && hasMessage) await send(event.id, event.message);
    }
    return streamId;
  }
}
