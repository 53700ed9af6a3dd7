/** Operations of specifications as offers and needs: the same keys as those that rules find in code. */
import type { Handle } from "../core/edges.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { Contract, Details, SpecifiedOperation } from "../frameworks/contract.ts";
import { routeKey } from "../frameworks/route-key.ts";
import type { Operation, Specification } from "../specifications/contract.ts";

export interface SpecifiedContract extends Contract {
  specification: SpecifiedOperation;
  /** What servers put before the path, each as a path; of routes. */
  bases: readonly string[];
}

export function specifiedContracts(
  specifications: readonly Specification[],
  side: Operation["side"],
): SpecifiedContract[] {
  return specifications.flatMap(({ format, operations, title }) =>
    operations.filter((one) => one.side === side).map((one) => contractOf(one, format, title)),
  );
}

function contractOf(operation: Operation, format: string, title: string | undefined): SpecifiedContract {
  const { kind, path, startLine, endLine } = operation;
  const span = { start: 0, end: 0, startLine, endLine };
  return {
    kind,
    key: keyOf(operation),
    place: { handle: path as string as Handle, span },
    tier: "resolved",
    details: detailsOf(operation, format, title),
    specification: noteOf(operation, format),
    bases: operation.bases.map(pathOfAddress),
  };
}

function detailsOf({ kind, name, id }: Operation, format: string, title: string | undefined): Details {
  return {
    framework: format,
    ...(kind === "route" ? { path: name } : {}),
    ...(id === undefined ? {} : { operation: id }),
    ...(title === undefined ? {} : { api: title }),
  };
}

function noteOf(operation: Operation, format: string): SpecifiedOperation {
  const { path, startLine, endLine, id, summary, request, responses } = operation;
  return {
    format,
    path: path as RelPath,
    startLine,
    endLine,
    ...(id === undefined ? {} : { id }),
    ...(summary === undefined ? {} : { summary }),
    ...(request === undefined ? {} : { request }),
    ...(responses === undefined ? {} : { responses }),
  };
}

function keyOf({ kind, method, name }: Operation): string {
  if (kind === "route") return routeKey(method, name);
  return kind === "graphql" ? `${method} ${name}` : name;
}

/** `/v1` of `https://api.example.com/v1/`; empty when nothing stands behind the host. */
export function pathOfAddress(address: string): string {
  return address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/\/+$/, "");
}
