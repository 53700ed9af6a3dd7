/**
 * Keeps connections of nobody in particular from shutting out those who have the token: whoever opens hundreds and says
 * nothing loses the oldest of them to the next one who comes, and a head that does not arrive is waited for a few seconds.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

const MAX_CONNECTIONS = 512;
/** Of these, how many may be open that have not shown the token yet. */
const MAX_UNKNOWN = 256;

export interface ConnectionLimits {
  all: number;
  unknown: number;
}

export class Connections {
  /** In the order they came. */
  readonly #unknown = new Set<Socket>();
  readonly #known = new Set<Socket>();
  readonly #limits: ConnectionLimits;

  constructor(server: Server, limits: ConnectionLimits = { all: MAX_CONNECTIONS, unknown: MAX_UNKNOWN }) {
    this.#limits = limits;
    server.on("connection", (socket) => this.#add(socket));
  }

  /** Its request was let in: it is not closed for those who come later. */
  trust(socket: Socket): void {
    if (this.#unknown.delete(socket)) this.#known.add(socket);
  }

  #add(socket: Socket): void {
    this.#unknown.add(socket);
    socket.once("close", () => {
      this.#unknown.delete(socket);
      this.#known.delete(socket);
    });
    const isFull = this.#unknown.size + this.#known.size > this.#limits.all;
    if (isFull || this.#unknown.size > this.#limits.unknown) {
      const [oldest] = this.#unknown;
      oldest?.destroy();
    }
  }
}
