/** The child's side of the IPC channel: greet, answer, and end with the parent. */
import { Worker } from "node:worker_threads";
import type { Hello } from "./protocol.ts";

export interface Served<In> {
  protocol: number;
  onMessage(message: In): void;
  /**
   * The channel that closes when the parent is gone is heard of between two steps of work. A child whose steps may last
   * watches its parent from a thread of its own, too, which costs about 30 ms of computing time: without it, it would
   * work on for nobody.
   */
  hasLongSteps?: boolean;
}

const WATCH_EVERY_MS = 500;

export function serveParent<In>({ protocol, onMessage, hasLongSteps = false }: Served<In>): void {
  process.on("message", onMessage);
  process.on("disconnect", () => process.exit(0));
  if (hasLongSteps) endWithParent();
  const hello: Hello = { type: "hello", protocol };
  void tellParent(hello);
}

/** Resolves when the pipe took the message: waiting for it keeps a slow reader from filling our memory. */
export function tellParent(message: object): Promise<void> {
  return new Promise((sent) => {
    if (process.send) process.send(message, undefined, undefined, () => sent());
    else sent();
  });
}

/** An orphan is given to another parent. */
function endWithParent(): void {
  const script = `setInterval(() => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, "SIGKILL"); }, ${WATCH_EVERY_MS})`;
  new Worker(script, { eval: true, env: {} }).unref();
}
