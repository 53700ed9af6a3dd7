/** gRPC: calls of stubs in each language, with the address of the channel, and methods that are bound to procedures. */
import { handleOf } from "../../core/edges.ts";
import type { CallFact, ReferenceFact, ValueFact } from "../../core/facts.ts";
import { handleOfSymbol, nameGiven, pathsGiven } from "../arguments.ts";
import { type Contract, defineFramework, type FrameworkFile } from "../contract.ts";
import { addedServices } from "./added-services.ts";
import { isProcedure, serviceOfStub } from "./stub-names.ts";

/** Modules of the runtime and of what compilers of protobuf write. */
const GRPC_IMPORT = /grpc|(?:^|[/._])pb2?(?:$|[/._])|_pb\b|proto(?:s|buf)?(?:$|[/._])|genproto|tonic/i;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/{2,3})?([\w.-]+:\d{2,5})(?:\/.*)?$/i;

export default defineFramework({
  id: "grpc",
  label: "gRPC",
  reads: "uses",
  looksAt: { words: ["grpc", "client", "stub", "getService", "addService"] },
  appliesTo: ({ imports, language }) =>
    language !== "protobuf" && imports.some(({ source }) => GRPC_IMPORT.test(source)),
  find: (file) => ({ needs: needsOf(file), offers: [...boundMethods(file), ...addedServices(file)] }),
});

function needsOf(file: FrameworkFile): Contract[] {
  const { references = [] } = file.uses ?? {};
  const stubs = stubsOf(file);
  const host = onlyAddress(file.calls);
  return references.flatMap((use) => {
    const service = use.kind === "call" && isProcedure(use.name) ? serviceBehind(use, stubs) : null;
    return service === null ? [] : [needOf(file, use, service, stubs.hosts.get(service) ?? host)];
  });
}

interface Stubs {
  /** By the name that a file gives them. */
  services: ReadonlyMap<string, string>;
  hosts: ReadonlyMap<string, string>;
}

/** Names that are given a stub, or declared to be one. */
function stubsOf({ symbols, calls, uses }: FrameworkFile): Stubs {
  const services = new Map<string, string>();
  const hosts = new Map<string, string>();
  const note = (name: string, service: string | null) => {
    if (service !== null) services.set(name, service);
  };
  for (const { name, value, valueType, parameters } of symbols) {
    note(name, valueType === undefined ? madeBy(value) : serviceOfStub(valueType));
    for (const parameter of parameters) note(parameter.name, serviceOfStub(parameter.type ?? ""));
  }
  for (const { name, value, type } of uses?.locals ?? [])
    note(name, type === undefined ? madeBy(value) : serviceOfStub(type));
  for (const { name, receiver, target, arguments: given } of calls) {
    // NestJS: this.client.getService<AuthService>("AuthService")
    const asked = name === "getService" ? pathsGiven(given, 0)[0] : undefined;
    const service = asked ?? serviceOfStub(receiver === undefined ? name : `${receiver}.${name}`);
    if (service === null || service === undefined) continue;
    if (target !== undefined) services.set(target, service);
    const address = addressIn(given.map(({ text }) => text));
    if (address !== null) hosts.set(service, address);
  }
  return { services, hosts };
}

function madeBy(value: ValueFact | undefined): string | null {
  if (!value || value.kind === "name") return null;
  const { name, receiver } = value;
  return serviceOfStub(receiver === undefined ? name : `${receiver}.${name}`);
}

function serviceBehind({ receiver }: ReferenceFact, { services }: Stubs): string | null {
  if (receiver === undefined) return null;
  const last = /(\w+)$/.exec(receiver)?.[1];
  return (
    (last === undefined ? undefined : services.get(last)) ??
    (receiver.endsWith("()") ? serviceOfStub(receiver) : null)
  );
}

function needOf(
  { path, symbols }: FrameworkFile,
  { name, from, position }: ReferenceFact,
  service: string,
  host: string | undefined,
): Contract {
  const { line } = position;
  return {
    kind: "rpc",
    key: `${service}/${name.replace(/Async$/, "")}`,
    place: {
      handle: handleOf(path, symbols[from]),
      span: { start: 0, end: 0, startLine: line, endLine: line },
    },
    tier: "resolved",
    details: { framework: "grpc", ...(host === undefined ? {} : { host }) },
  };
}

/** The channel of a file that opens one. */
function onlyAddress(calls: readonly CallFact[]): string | undefined {
  const found = new Set(
    calls.flatMap(({ arguments: given }) => addressIn(given.map(({ text }) => text)) ?? []),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

function addressIn(texts: readonly string[]): string | null {
  for (const text of texts) {
    const address = ADDRESS.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  return null;
}

/** NestJS: `@GrpcMethod("AuthService", "Login")`; without the second the method's own name. */
function boundMethods(file: FrameworkFile): Contract[] {
  return file.annotations.flatMap(({ name, arguments: given, symbol, span }): Contract[] => {
    const method = file.symbols[symbol];
    const service = pathsGiven(given, 0)[0] ?? nameGiven(given, 0);
    if ((name !== "GrpcMethod" && name !== "GrpcStreamMethod") || !method || service === undefined) return [];
    const handle = handleOfSymbol(file, symbol);
    const own = method.name[0]!.toUpperCase() + method.name.slice(1);
    return [
      {
        kind: "rpc",
        key: `${service}/${pathsGiven(given, 1)[0] ?? own}`,
        place: { handle, span },
        tier: "resolved",
        implementation: handle,
        details: { framework: "nestjs" },
      },
    ];
  });
}
