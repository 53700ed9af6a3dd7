/** Servers of JavaScript: `server.addService(shop.CurrencyService.service, { convert, list: listAll.bind(this) })`. */
import { handleOf } from "../../core/edges.ts";
import type { ArgumentFact, CallFact, SymbolFact } from "../../core/facts.ts";
import { nameGiven, placeOfCall } from "../arguments.ts";
import type { Contract, FrameworkFile } from "../contract.ts";

export function addedServices(file: FrameworkFile): Contract[] {
  return file.calls.flatMap((call) => {
    const service = call.name === "addService" ? serviceNamed(nameGiven(call.arguments, 0)) : null;
    return service === null ? [] : membersOf(file, call).map((one) => offerOf(file, call, service, one));
  });
}

/** `shop.CurrencyService.service` of a loaded package, `CurrencyServiceService` of generated code. */
function serviceNamed(text: string | undefined): string | null {
  const loaded = /(\w+)\.service$/.exec(text ?? "")?.[1];
  return loaded ?? /(?:^|\.)(\w+)Service$/.exec(text ?? "")?.[1] ?? null;
}

interface Member {
  method: string;
  /** As written: `listAll`, `Shop.charge`. */
  handler: string;
}

/** Of the object that is written in place, or of the one that is named. */
function membersOf({ symbols }: FrameworkFile, { arguments: given }: CallFact): Member[] {
  const second = given.filter(({ position }) => position === 1);
  const named = second.length === 1 && second[0]!.key === undefined ? handlerIn(second[0]!) : "";
  const object = symbols.filter(({ qualifiedName }) => named !== "" && qualifiedName.startsWith(`${named}.`));
  if (object.length > 0)
    return object.map(({ name, qualifiedName }) => ({ method: name, handler: qualifiedName }));
  return second.flatMap((one) => {
    const handler = handlerIn(one);
    const method = one.key ?? handler;
    return /^\w+$/.test(method) ? [{ method, handler }] : [];
  });
}

function handlerIn({ holes }: ArgumentFact): string {
  return (holes[0]?.text ?? "").replace(/\.bind(?:\(.*\))?$/, "");
}

function offerOf(
  file: FrameworkFile,
  call: CallFact,
  service: string,
  { method, handler }: Member,
): Contract {
  const found = file.symbols.find((symbol) => isCalled(symbol, handler));
  return {
    kind: "rpc",
    key: `${service}/${method[0]!.toUpperCase()}${method.slice(1)}`,
    place: placeOfCall(file, call),
    tier: "resolved",
    ...(found && { implementation: handleOf(file.path, found) }),
    details: { framework: "grpc", handler },
  };
}

function isCalled({ qualifiedName, scope }: SymbolFact, handler: string): boolean {
  return scope !== "local" && qualifiedName === handler.replace(/^this\./, "");
}
