/** Handlers that a route names through an object, `users.Show`: the only method of that name, when there is one. */
import type { Contract } from "../../frameworks/contract.ts";
import type { Candidate } from "./candidates.ts";

export function nameOfHandler({ kind, implementation, details }: Contract): string | null {
  if (kind !== "route" || implementation !== undefined || typeof details.handler !== "string") return null;
  const name = /^[\w.>:-]*?[.:>](\w+)$/.exec(details.handler)?.[1];
  return name !== undefined && name.length > 2 ? name : null;
}

/** A variable is called like its type, or the name is the only one. */
export function handlerOf({ details }: Contract, candidates: readonly Candidate[]): Candidate | null {
  const methods = candidates.filter(
    ({ symbol, ownerKind }) => symbol.kind === "method" && ownerKind !== "interface",
  );
  if (methods.length < 2) return methods[0] ?? null;
  const object =
    String(details.handler)
      .split(/[.>:-]+/)
      .at(-2)
      ?.toLowerCase() ?? "";
  const owned = methods.filter(({ owner }) => {
    const type = owner.slice(owner.lastIndexOf(".") + 1).toLowerCase();
    return type === object || type.startsWith(object.replace(/(?:handler|controller|api)$/, "") || "\0");
  });
  return owned.length === 1 ? owned[0]! : null;
}
