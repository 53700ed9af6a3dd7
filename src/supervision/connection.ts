/** A started child and the way to speak with it. Two kinds: over the IPC channel of Node, and over standard input and output. */
import type { ChildProcess } from "node:child_process";

export interface Connection {
  readonly process: ChildProcess;
  /** A message to a child that just died is lost; its exit tells. */
  send(message: unknown): void;
  /** While idle, the child does not keep its parent alive. */
  setBusy(isBusy: boolean): void;
  /** At once, with whatever it started. */
  kill(): void;
  /** Closes the way in, on which a child leaves on its own. */
  hangUp(): void;
}

export interface ConnectionHandlers {
  onMessage(message: unknown): void;
  /** Bytes came that are no message. */
  onGarbage(what: string): void;
}

export type Connect = (handlers: ConnectionHandlers) => Connection;
