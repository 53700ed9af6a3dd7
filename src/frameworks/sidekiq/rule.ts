/** Jobs of Ruby: Sidekiq, ActiveJob and what is called like them; mails that are delivered; who asks for either. */
import type { CallFact } from "../../core/facts.ts";
import { handleOfSymbol, pathsGiven, placeOfCall, wordsGiven } from "../arguments.ts";
import { type Contract, defineFramework, type FrameworkFile } from "../contract.ts";
import { type FoundJob, jobNeed, jobOffer, jobUnit, lastPart } from "../jobs.ts";
import { detailsOf } from "../models.ts";

const JOB_BASES =
  /^(?:Sidekiq::(?:Job|Worker)|ActiveJob::Base|\w*(?:ApplicationJob|BaseJob|ApplicationWorker))$/;
const ENQUEUES: ReadonlySet<string> = new Set([
  "perform_later",
  "perform_async",
  "perform_in",
  "perform_at",
  "perform_now",
  "perform_bulk",
]);
const DELIVERS: ReadonlySet<string> = new Set(["deliver_later", "deliver_now", "deliver"]);
const MAILER = /Mailer$/;

const WORDS = ["job", "worker", "mailer", ...ENQUEUES, ...DELIVERS];

export default defineFramework({
  id: "sidekiq",
  label: "Sidekiq, ActiveJob and mailers",
  // Jobs are called where nothing says so but the name of the call.
  looksAt: { languages: ["ruby"], words: WORDS },
  find: (file) => {
    const jobs = jobsOf(file);
    return {
      units: jobs.map((job) => jobUnit(file, job)),
      offers: [...jobs.map((job) => jobOffer(file, job)), ...mailsOf(file)],
      needs: file.calls.flatMap((call) => needOf(file, call)),
    };
  },
});

function jobsOf(file: FrameworkFile): FoundJob[] {
  return file.symbols.flatMap(({ kind, bases }, symbol) => {
    const base = bases.find(({ name }) => JOB_BASES.test(name));
    if (kind !== "class" || !base) return [];
    const own = file.calls.filter(({ from }) => from === symbol);
    const queue =
      own.filter(({ name }) => name === "queue_as").flatMap((call) => pathsGiven(call.arguments, 0))[0] ??
      own
        .filter(({ name }) => name === "sidekiq_options")
        .flatMap((call) => wordsGiven(call.arguments, "queue"))[0];
    const framework = base.name.startsWith("Sidekiq") ? "sidekiq" : "activejob";
    const details = { framework, ...detailsOf({ queue: queue ?? "" }) };
    return [{ symbol, member: "perform", details }];
  });
}

/** Every method of a mailer is a mail. */
function mailsOf(file: FrameworkFile): Contract[] {
  return file.symbols.flatMap(({ kind, name, parent, span, scope }, at): Contract[] => {
    const mailer = file.symbols[parent];
    const isMail =
      kind === "method" &&
      scope === "exported" &&
      mailer?.bases.some((base) => MAILER.test(base.name) || base.name === "ActionMailer::Base");
    if (!isMail) return [];
    const handle = handleOfSymbol(file, at);
    const key = `${lastPart(mailer!.name)}.${name}`;
    return [
      {
        kind: "job",
        key,
        place: { handle, span },
        tier: "resolved",
        implementation: handle,
        details: { framework: "actionmailer" },
      },
    ];
  });
}

/** `SyncJob.set(wait: 1.hour).perform_later`, `UserMailer.with(user: u).welcome.deliver_later` */
function needOf(file: FrameworkFile, call: CallFact): Contract[] {
  const { name, receiver = "" } = call;
  if (ENQUEUES.has(name)) {
    const job = /^([A-Z][\w:]*)(?:\.set\(\))?$/.exec(receiver)?.[1];
    return job === undefined ? [] : [jobNeed(file, call, job, "activejob")];
  }
  if (!DELIVERS.has(name)) return [];
  const mail = /^([A-Z][\w:]*Mailer)(?:\.with\(\))?\.(\w+)(?:\(\))?$/.exec(receiver);
  return mail
    ? [
        {
          kind: "job",
          key: `${lastPart(mail[1]!)}.${mail[2]}`,
          place: placeOfCall(file, call),
          tier: "resolved",
          details: { framework: "actionmailer" },
        },
      ]
    : [];
}
