/** Oban: workers, and the changesets that are made of them. */
import type { ReferenceFact } from "../../core/facts.ts";
import { handleOfSymbol, nameGiven, pathsGiven } from "../arguments.ts";
import { type Contract, defineFramework, type FrameworkFile, type FrameworkOutline } from "../contract.ts";
import { type FoundJob, jobOffer, jobUnit, lastPart, memberAt } from "../jobs.ts";

const WORKER = /(?:Worker|Job)$/;

export default defineFramework({
  id: "oban",
  label: "Oban",
  // `Mailer.new(args)` has no literal: uses are read where the names of modules say that it may be a job.
  reads: "uses",
  looksAt: { languages: ["elixir"], words: ["worker", "job"] },
  appliesTo: (outline) => isWorker(outline) || namesWorkers(outline),
  find: (file) => {
    const jobs = isWorker(file) ? jobsOf(file) : [];
    return {
      units: jobs.map((job) => jobUnit(file, job)),
      offers: jobs.map((job) => jobOffer(file, job)),
      needs: (file.uses?.references ?? []).flatMap((use) => needOf(file, use)),
    };
  },
});

function isWorker({ imports }: FrameworkOutline): boolean {
  return imports.some(({ source }) => /^Oban(?:\.Pro)?\.Worker/.test(source));
}

function namesWorkers({ imports }: FrameworkOutline): boolean {
  return imports.some(
    ({ source, bindings }) => WORKER.test(source) || bindings.some(({ local }) => WORKER.test(local)),
  );
}

function jobsOf(file: FrameworkFile): FoundJob[] {
  return file.symbols.flatMap(({ kind }, symbol) => {
    if (kind !== "namespace" || memberAt(file, symbol, "perform") < 0) return [];
    const queue = queueOf(file, symbol);
    const details = { framework: "oban", ...(queue !== undefined && { queue }) };
    return [{ symbol, member: "perform", details }];
  });
}

/** `use Oban.Worker, queue: :mailers` */
function queueOf({ calls }: FrameworkFile, module: number): string | undefined {
  const use = calls.find(
    ({ name, from, arguments: given }) =>
      name === "use" && from === module && /^Oban\b.*\bWorker$/.test(nameGiven(given, 0) ?? ""),
  );
  return use && pathsGiven(use.arguments, -1, "queue")[0];
}

function needOf(file: FrameworkFile, { kind, name, receiver, from, position }: ReferenceFact): Contract[] {
  if (kind !== "call" || name !== "new" || !WORKER.test(receiver ?? "")) return [];
  const { line } = position;
  const span = { start: 0, end: 0, startLine: line, endLine: line };
  const place = { handle: handleOfSymbol(file, from), span };
  return [{ kind: "job", key: lastPart(receiver!), place, tier: "resolved", details: { framework: "oban" } }];
}
