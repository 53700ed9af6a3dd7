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

type AnalyseMessage = Extract<ToService, { type: "analyse" }>;

let project: Project | null = null;
const cancelled = new Set<number>();
let tail: Promise<void> = Promise.resolve();

function send(message: Reply<AnalysisPart>): Promise<void> {
  return tellParent(message);
}

/** Files that the last plan named; the parent may have missed it. */
let planned: { id: number; paths: readonly string[] } | null = null;

async function analyse({ id, wanted, behind, plan }: AnalyseMessage): Promise<void> {
  if (!project) return send({ type: "failed", id, code: "SEMANTICS_PROTOCOL", message: "no root is open" });
  const missed = planned !== null && planned.id !== plan ? planned.paths : [];
  const steps = project.run({ wanted, behind: behind === "all" ? behind : [...behind, ...missed] });
  let batch: AnalysedFile[] = [];
  let since = performance.now();
  const flush = async () => {
    if (batch.length > 0) await send({ type: "results", id, results: batch });
    batch = [];
    since = performance.now();
  };
  try {
    for (const step of steps) {
      if (step.type === "file") {
        batch.push(step.file);
        if (performance.now() - since < BATCH_MS) continue;
        await flush();
      } else {
        await flush();
        if (step.type === "planned") {
          planned = { id, paths: step.paths };
          await send({ ...step, id, problems: project.configProblems() });
        } else await send({ ...step, id });
      }
      await breathe();
      if (cancelled.delete(id))
        return await send({ type: "failed", id, code: "SEMANTICS_CANCELLED", message: "cancelled" });
    }
  } catch (error) {
    const message = String((error as Error).message).slice(0, 500);
    return send({ type: "failed", id, code: "SEMANTICS_PROJECT", message });
  }
  await flush();
  cancelled.delete(id);
  await send({ type: "done", id });
}

function receive(message: ToService | Cancel): void {
  switch (message.type) {
    case "open":
      tail = tail.then(() => {
        planned = null;
        project = new Project(readThroughJail(openRoot(message.root)));
      });
      break;
    case "change":
      tail = tail.then(() => project?.update(message));
      break;
    case "analyse":
      tail = tail.then(() => analyse(message));
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
