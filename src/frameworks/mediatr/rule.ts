/** MediatR: requests and notifications with who handles them and who sends them. */
import type { CallFact } from "../../core/facts.ts";
import { handleOfSymbol, nameGiven, placeOfCall } from "../arguments.ts";
import { type Contract, defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { memberAt } from "../jobs.ts";

const HANDLER = /\bI(?:Async)?(Request|Notification|Command|Query|DomainEvent|Event)Handler<\s*([\w.]+)/g;
const SENDS: ReadonlySet<string> = new Set(["Send", "Publish", "PublishAsync"]);

export default defineFramework({
  id: "mediatr",
  label: "MediatR",
  looksAt: { languages: ["csharp"], words: ["handler", "send", "publish"] },
  find: (file) => {
    const handlers = file.symbols.flatMap((_, at) => handlersOf(file, at));
    return {
      units: handlers.map(({ unit }) => unit),
      offers: handlers.map(({ offer }) => offer),
      needs: file.calls.flatMap((call) => needOf(file, call)),
    };
  },
});

/** The types are read off the declaration: bases are kept without them. */
function handlersOf(file: FrameworkFile, at: number): { unit: Unit; offer: Contract }[] {
  const { kind, signature, name, span } = file.symbols[at]!;
  if (kind !== "class" || !signature.includes("Handler<")) return [];
  const method =
    ["Handle", "HandleAsync"].map((one) => memberAt(file, at, one)).find((one) => one >= 0) ?? at;
  const place = { handle: handleOfSymbol(file, at), span };
  return [...signature.matchAll(HANDLER)].map(([, , message]) => {
    const key = message!.replace(/^.*\./, "");
    return {
      unit: { type: "handler", name, place, details: { framework: "mediatr", event: key } },
      offer: {
        kind: "event",
        key,
        place,
        tier: "resolved",
        implementation: handleOfSymbol(file, method),
        details: { framework: "mediatr" },
      },
    };
  });
}

/** `mediator.Send(new MakeOrder(1))` */
function needOf(file: FrameworkFile, call: CallFact): Contract[] {
  const made = SENDS.has(call.name)
    ? /^([\w.]+)\(\)$/.exec(nameGiven(call.arguments, 0) ?? "")?.[1]
    : undefined;
  if (made === undefined || !/^(?:.*\.)?[A-Z]/.test(made)) return [];
  const key = made.replace(/^.*\./, "");
  return [
    {
      kind: "event",
      key,
      place: placeOfCall(file, call),
      tier: "resolved",
      details: { framework: "mediatr" },
    },
  ];
}
