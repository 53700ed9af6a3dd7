/**
 * A parsing process. It reads files through the path jail and answers with facts; it has no network, no
 * database and no say in what to read. It may be killed at any moment.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { prepareTerms } from "../embeddings/builtin/model-file.ts";
import { findModelFile, preparedTermsFile } from "../embeddings/builtin/open-builtin.ts";
import type { LanguageDefinition } from "../languages/contract.ts";
import { LANGUAGES } from "../languages/registry.gen.ts";
import { NO_MEMORY_EXIT } from "../supervision/endings.ts";
import { isRefusedMemory } from "../supervision/refused-memory.ts";
import { serveParent, tellParent } from "../supervision/serve-parent.ts";
import { buildSnapshot, compileLanguage } from "./extract/compile-language.ts";
import { useAddedLanguages } from "./grammars/use-added-languages.ts";
import { type BatchRequest, PARSE_PROTOCOL, type WorkerMessage } from "./jobs.ts";
import { OutcomeParcel } from "./outcome-parcel.ts";
import { readJob } from "./read-job.ts";
import { RecentBlobs } from "./recent-blobs.ts";

/** Results are sent at least this often, so that the parent can tell slow from stuck. */
const SEND_EVERY_MS = 50;
/** WebAssembly memory never shrinks; a process past this size is replaced between batches. */
const RETIRE_RSS_BYTES = Number(process.env.CLEW_WORKER_RETIRE_MB ?? 384) * 1024 * 1024;

const BROKEN_RUNTIME_EXIT = 70;

/** When memory runs out the system ends a parsing process, which is replaced, before the one that serves. */
const OOM_SCORE = "900";

function offerToBeKilledFirst(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", OOM_SCORE);
  } catch {
    // Not Linux, or not allowed.
  }
}

function send(message: WorkerMessage): Promise<void> {
  return tellParent(message);
}

/** One for all batches: its buffer has grown to what a message takes. A batch that fails ends the process. */
const recent = new RecentBlobs();
const parcel = new OutcomeParcel(recent);

async function runBatch({ rules, jobs, fallbackOnly }: BatchRequest): Promise<void> {
  useAddedLanguages(rules.addedLanguages ?? []);
  recent.useFor(rules, fallbackOnly);
  let sentAt = performance.now();
  for (const job of jobs) {
    if (performance.now() - sentAt > SEND_EVERY_MS) {
      await send({ type: "outcomes", ...parcel.take(), done: false, retiring: false });
      sentAt = performance.now();
    }
    const announce = async () => {
      await send({ type: "outcomes", ...parcel.take(), done: false, retiring: false, starting: job.path });
      sentAt = performance.now();
    };
    parcel.add(await readJob(job, rules, fallbackOnly, announce, recent));
  }
  const retiring = process.memoryUsage.rss() > RETIRE_RSS_BYTES;
  await send({ type: "outcomes", ...parcel.take(), done: true, retiring });
  if (retiring) process.disconnect();
}

/** `parse-worker.js --check-grammar`: loads a grammar with its query, told on standard input, and says what is wrong. */
async function checkGrammar(): Promise<void> {
  try {
    await compileLanguage(JSON.parse(readFileSync(0, "utf8")) as LanguageDefinition);
  } catch (error) {
    process.stdout.write((error as Error).message || String(error));
    process.exitCode = 1;
  }
}

/** `parse-worker.js --prepare`, part of the build: what each process would work out again. */
async function prepare(): Promise<void> {
  const model = findModelFile();
  if (model) writeFileSync(preparedTermsFile(), prepareTerms(model));
  for (const definition of LANGUAGES) {
    const snapshot = await buildSnapshot(definition);
    if (!snapshot) continue;
    mkdirSync(dirname(snapshot.file), { recursive: true });
    writeFileSync(snapshot.file, snapshot.content);
  }
}

if (process.argv.includes("--prepare")) void prepare();
else if (process.argv.includes("--check-grammar")) void checkGrammar();
else if (process.send) {
  offerToBeKilledFirst();
  // An error that reaches here is memory that the system refused, or a broken runtime (a trap in a grammar): end, and let
  // the parent decide what to try again.
  const onMessage = (request: BatchRequest) => {
    runBatch(request).catch((error: unknown) =>
      process.exit(isRefusedMemory(error) ? NO_MEMORY_EXIT : BROKEN_RUNTIME_EXIT),
    );
  };
  serveParent({ protocol: PARSE_PROTOCOL, onMessage });
}
