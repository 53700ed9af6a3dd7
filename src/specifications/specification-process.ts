/** Entry of the process that reads specifications. It is given texts, opens no file and no connection, and may be killed. */
import { setImmediate as breathe } from "node:timers/promises";
import type { Cancel } from "../supervision/protocol.ts";
import { serveParent, tellParent } from "../supervision/serve-parent.ts";
import { PROTOCOL_VERSION, type ReadRequest } from "./protocol.ts";
import { readGiven } from "./read-given.ts";

let tail: Promise<void> = Promise.resolve();
const cancelled = new Set<number>();

async function read({ id, units }: ReadRequest): Promise<void> {
  for (const unit of units) {
    if (cancelled.delete(id)) return;
    await tellParent({ type: "unit", id, read: readGiven(unit) });
    await breathe();
  }
  await tellParent({ type: "done", id });
}

function receive(message: ReadRequest | Cancel): void {
  if (message.type === "cancel") cancelled.add(message.id);
  else tail = tail.then(() => read(message));
  // A broken invariant ends this process, and the parent starts another.
  tail.catch((error: unknown) => {
    console.error(error);
    process.exit(70);
  });
}

serveParent({ protocol: PROTOCOL_VERSION, onMessage: receive, hasLongSteps: true });
