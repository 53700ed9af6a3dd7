/** Hangfire and Quartz: calls that put a method into a queue, classes that are jobs. */
import type { CallFact } from "../../core/facts.ts";
import { type Contract, defineFramework, type FrameworkFile } from "../contract.ts";
import { boundName } from "../injection.ts";
import { type FoundJob, jobNeed, jobOffer, jobUnit, memberAt } from "../jobs.ts";

const QUEUES = /(?:^|\.)(?:BackgroundJob|RecurringJob|_?\w*(?:[jJ]obs?|[jJ]obClient|[jJ]obManager))$/;
const ENQUEUES: ReadonlySet<string> = new Set(["Enqueue", "Schedule", "AddOrUpdate", "ContinueJobWith"]);

export default defineFramework({
  id: "hangfire",
  label: "Hangfire",
  looksAt: { languages: ["csharp"], words: ["job", "background"] },
  find: (file) => {
    const jobs = jobsOf(file);
    return {
      units: jobs.map((job) => jobUnit(file, job)),
      offers: jobs.map((job) => jobOffer(file, job)),
      needs: file.calls.flatMap((call) => needOf(file, call)),
    };
  },
});

/** `class Mails : IJob` */
function jobsOf(file: FrameworkFile): FoundJob[] {
  return file.symbols.flatMap(({ kind, bases, name }, symbol) => {
    const isJob =
      bases.some((base) => /^I\w*Job(?:<.*)?$/s.test(base.name)) || /(?:Job|BackgroundTask)$/.test(name);
    const member = ["Execute", "ExecuteAsync", "Run", "RunAsync", "Perform"].find(
      (one) => memberAt(file, symbol, one) >= 0,
    );
    return kind === "class" && isJob && member !== undefined
      ? [{ symbol, member, details: { framework: "hangfire" } }]
      : [];
  });
}

/** `BackgroundJob.Enqueue<Mails>(x => x.Send(1))` */
function needOf(file: FrameworkFile, call: CallFact): Contract[] {
  const type = boundName(call.typeArguments[0]);
  if (!ENQUEUES.has(call.name) || type === null || !QUEUES.test(call.receiver ?? "")) return [];
  return [jobNeed(file, call, type, "hangfire")];
}
