/** Jobs, events, mails, commands and bindings of Laravel, each with who asks for it. */
import type { CallFact } from "../../core/facts.ts";
import { nameGiven, placeOfCall } from "../arguments.ts";
import { unitsByBases } from "../class-units.ts";
import type { Contract, Findings, FrameworkFile, UnitType } from "../contract.ts";
import { firstParameterType, listener, madeClass, published } from "../events.ts";
import { askedByConstructors, givenFor } from "../injection.ts";
import { type FoundJob, jobNeed, jobOffer, memberAt } from "../jobs.ts";
import { propertiesOf } from "../models.ts";

const BASES: Readonly<Record<string, UnitType>> = {
  ShouldQueue: "job",
  Controller: "controller",
  Mailable: "mailer",
  Notification: "mailer",
  Command: "command",
  FormRequest: "schema",
  JsonResource: "schema",
  ServiceProvider: "service",
  Migration: "migration",
};
const BINDS: ReadonlySet<string> = new Set(["bind", "singleton", "scoped", "bindIf", "singletonIf"]);
/** Of the bases above, of jobs and of the calls below. */
export const LARAVEL_WORDS: readonly string[] = [
  ...Object.keys(BASES),
  ...["Dispatchable", "dispatch", "dispatchNow", "event", "listen"],
  ...BINDS,
];
const DISPATCHES = /^(?:dispatch(?:Sync|If|Unless|AfterResponse|Now)?|event)$/;

export function laravelWork(file: FrameworkFile): Pick<Findings, "units" | "offers" | "needs"> {
  const jobs = jobsOf(file);
  return {
    units: unitsByBases(file, BASES),
    offers: [
      ...jobs.map((job) => jobOffer(file, job)),
      ...file.symbols.flatMap((_, at) => listenerOf(file, at)),
      ...file.calls.flatMap((call) => boundBy(file, call)),
    ],
    needs: file.calls.flatMap((call) => askedBy(file, call)),
  };
}

export function laravelAsks(file: FrameworkFile): Contract[] {
  const isApplication = /(?:^|\/)app\//.test(file.path);
  return askedByConstructors(file, "laravel", ({ bases }) => isApplication || bases.length > 0);
}

function jobsOf(file: FrameworkFile): FoundJob[] {
  return file.symbols.flatMap(({ kind, bases }, symbol) => {
    const isJob = bases.some(({ name }) => /(?:^|\\)(?:ShouldQueue|Dispatchable)$/.test(name));
    if (kind !== "class" || !isJob || memberAt(file, symbol, "handle") < 0) return [];
    const given = propertiesOf(file, symbol).find(({ name }) => name === "queue")?.signature;
    const queue = /=\s*["']([^"']+)["']/.exec(given ?? "")?.[1];
    return [{ symbol, member: "handle", details: { framework: "laravel", ...(queue && { queue }) } }];
  });
}

/** `handle(OrderMade $event)` in a folder of listeners. */
function listenerOf(file: FrameworkFile, at: number): Contract[] {
  const symbol = file.symbols[at]!;
  const isHandler = symbol.kind === "method" && /^(?:handle|__invoke)$/.test(symbol.name);
  if (!isHandler || !/(?:^|\/)Listeners\//.test(file.path)) return [];
  const key = firstParameterType(symbol);
  return key === null ? [] : [listener(file, at, key, "laravel")];
}

/** What is dispatched may be a job or an event: the namespace that it is imported from tells. */
function askedBy(file: FrameworkFile, call: CallFact): Contract[] {
  if (!DISPATCHES.test(call.name)) return [];
  const named = /^\\?(?:[\w\\]*\\)?([A-Z]\w*)$/.exec(call.receiver ?? "")?.[1];
  const isFacade = named === undefined || /^(?:Bus|Event|Queue|Broadcast)$/.test(named);
  const made = isFacade ? madeClass(nameGiven(call.arguments, 0)) : named;
  if (made === null) return [];
  return call.name === "event" || named === "Event" || isImportedEvent(file, made)
    ? [published(file, call, made, "laravel")]
    : [jobNeed(file, call, made, "laravel")];
}

function isImportedEvent({ imports }: FrameworkFile, name: string): boolean {
  return imports.some(({ source }) => source.endsWith(`\\Events\\${name}`));
}

/** `$this->app->bind(Store::class, SqlStore::class)`, `Event::listen(OrderMade::class, Notify::class)` */
function boundBy(file: FrameworkFile, call: CallFact): Contract[] {
  const [wanted, given] = [0, 1].map((at) => classGiven(call, at));
  if (wanted === undefined || given === undefined) return [];
  const place = placeOfCall(file, call);
  if (call.name === "listen" && call.receiver === "Event") {
    const offer: Contract = {
      kind: "event",
      key: wanted,
      place,
      tier: "resolved",
      details: { framework: "laravel", given },
    };
    return [{ ...offer, answeredBy: { type: given, member: "handle" } }];
  }
  return BINDS.has(call.name) && /app|container|^App$/i.test(call.receiver ?? "")
    ? [givenFor(wanted, { type: given }, { framework: "laravel", place })]
    : [];
}

function classGiven({ arguments: given }: CallFact, at: number): string | undefined {
  return /^\\?(?:[\w\\]*\\)?(\w+)::class$/.exec(nameGiven(given, at) ?? "")?.[1];
}
