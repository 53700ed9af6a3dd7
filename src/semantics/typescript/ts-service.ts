/**
 * Entry of the compiler process. It owns one project at a time, answers one request after the other, and ends when
 * its parent is gone. Everything it reads of the repository goes through the path jail.
 */
import { setImmediate as breathe } from "node:timers/promises";
import type { Cancel, Reply } from "../../supervision/protocol.ts";
import { serveParent, tellParent } from "../../supervision/serve-parent.ts";
import { openRoot } from "../../workspace/path-jail.ts";
import { type AnalysedFile, Project } from "./project.ts";
import { type AnalysisPart, PROTOCOL_VERSION, type ToService } from "./protocol.ts";
import { readThroughJail } from "./view-files.ts";

/** How long results are gathered before they are sent, and cancellation is looked for. */
const BATCH_MS = 80;

let project: Project | null = null;
const cancelled = new Set<number>();
let tail: Promise<void> = Promise.resolve();

function send(message: Reply<AnalysisPart>): Promise<void> {
  return tellParent(message);
}

async function analyse(id: number, wanted: string[] | "all"): Promise<void> {
  if (!project) return send({ type: "failed", id, code: "SEMANTICS_PROTOCOL", message: "no root is open" });
  let paths: string[];
  try {
    paths = project.plan(wanted);
  } catch (error) {
    const message = String((error as Error).message).slice(0, 500);
    return send({ type: "failed", id, code: "SEMANTICS_PROJECT", message });
  }
  await send({ type: "planned", id, paths, problems: project.configProblems() });
  let batch: AnalysedFile[] = [];
  let since = performance.now();
  for (const path of paths) {
    batch.push(project.analyse(path));
    if (performance.now() - since < BATCH_MS) continue;
    await send({ type: "results", id, results: batch });
    batch = [];
    await breathe();
    if (cancelled.delete(id)) {
      return send({ type: "failed", id, code: "SEMANTICS_CANCELLED", message: "cancelled" });
    }
    since = performance.now();
  }
  if (batch.length > 0) await send({ type: "results", id, results: batch });
  cancelled.delete(id);
  await send({ type: "done", id });
}

function receive(message: ToService | Cancel): void {
  switch (message.type) {
    case "open":
      tail = tail.then(() => {
        project = new Project(readThroughJail(openRoot(message.root)));
      });
      break;
    case "change":
      tail = tail.then(() => project?.update(message));
      break;
    case "analyse":
      tail = tail.then(() => analyse(message.id, message.wanted));
      break;
    case "cancel":
      cancelled.add(message.id);
      break;
  }
  // A broken invariant ends this process, and the parent starts another.
  tail.catch((error: unknown) => {
    console.error(error);
    process.exit(70);
  });
}

// Building a program and checking one large file are steps that nothing interrupts.
serveParent({ protocol: PROTOCOL_VERSION, onMessage: receive, hasLongSteps: true });
