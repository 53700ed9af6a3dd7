/** Remote procedures and the methods that serve them: of a class of the service, or with its messages in the signature. */
import type { Contract } from "../../frameworks/contract.ts";
import type { Candidate } from "./candidates.ts";
import { folded, spellings } from "./spellings.ts";

type Procedure = Pick<Contract, "key" | "details">;

export function namesOfProcedure({ key }: Procedure): string[] {
  const method = key.slice(key.indexOf("/") + 1);
  return [...spellings(method), `${method}Async`];
}

/** What a service's own compiler makes, and what asks it. */
const NOT_SERVING = /(?:Client|Stub|Proxy|Mock\w*|Fake\w*)$/;

export function servicerOf(operation: Procedure, candidates: readonly Candidate[]): Candidate | null {
  const service = operation.key.slice(0, operation.key.indexOf("/"));
  const usable = candidates.filter(
    ({ owner, ownerKind, symbol }) =>
      (symbol.kind === "method" || symbol.kind === "function") &&
      ownerKind !== "interface" &&
      ownerKind !== "trait" &&
      !NOT_SERVING.test(owner),
  );
  const tests: ((candidate: Candidate) => boolean)[] = [
    (one) =>
      one.ownerBases.some((base) => isBaseOf(base, service)) ||
      isBaseOf(one.symbol.signature.match(/\bimpl\s+([\w:]+)\s+for\b/)?.[1] ?? "", service),
    (one) =>
      takesMessage(one, operation) && folded(one.owner).includes(folded(service).replace(/service$/, "")),
    (one) => takesMessage(one, operation),
    (one) => one.owner !== "" && isCalledAfter(one.owner, service),
  ];
  for (const test of tests) {
    const found = usable.filter(test);
    if (found.length > 0) return found.length === 1 ? found[0]! : null;
  }
  return null;
}

/** `AuthServicer`, `AuthGrpc.AuthImplBase`, `UnimplementedAuthServer`, `Auth.AuthBase`, `Auth::Service`, `pb::auth_server::Auth`. */
function isBaseOf(base: string, service: string): boolean {
  const parts = base.split(/[.:]+/).filter((part) => part !== "");
  const wanted = folded(service);
  return parts.some((part) => {
    const name = folded(part).replace(/^(?:unimplemented|unsafe|i)(?=.)/, "");
    return (
      name === wanted ||
      name.replace(/(?:servicer|server|base|implbase|coroutineimplbase|grpc|handler|controller)+$/, "") ===
        wanted
    );
  });
}

function takesMessage({ symbol }: Candidate, { details }: Procedure): boolean {
  const message = String(details.request ?? "")
    .replace(/^stream /, "")
    .replace(/^.*\./, "");
  if (message.length < 4) return false;
  const taken = [symbol.signature, ...symbol.parameters.map(({ type = "" }) => type)].join(" ");
  return new RegExp(`\\b${message}\\b`).test(taken);
}

function isCalledAfter(owner: string, service: string): boolean {
  const bare = (name: string) =>
    folded(name.slice(name.lastIndexOf(".") + 1)).replace(
      /(?:service|servicer|server|impl|handler|controller|grpc|api)+$/,
      "",
    );
  return bare(owner) !== "" && bare(owner) === bare(service);
}
