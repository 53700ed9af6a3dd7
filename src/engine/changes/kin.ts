/**
 * Who has to follow a member that is declared anew without calling it: what it implements or overrides, what implements or
 * overrides it, and the other implementations of the same declaration.
 */
import { type Handle, handleOf } from "../../core/edges.ts";
import { Dispatch, type Related } from "../../navigation/dispatch.ts";
import { weaker } from "../../navigation/hierarchy/type-hierarchy.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { ChangedSymbol } from "./find-changes.ts";
import type { AffectedUse } from "./impact.ts";

/** A declaration with more implementations than that is one of a framework: they are counted by `trace`. */
const MAX_SIBLINGS = 60;

export class Kin {
  readonly #dispatch: Dispatch;

  constructor(reader: ViewReader) {
    this.#dispatch = new Dispatch(reader);
  }

  /** Nearest first. */
  async of({ group, symbol }: ChangedSymbol): Promise<AffectedUse[]> {
    const handle = handleOf(group.path, symbol);
    const found = new Map<Handle, AffectedUse>();
    const add = (related: Related, how: Pick<AffectedUse, "distance" | "kin">, through?: Related) => {
      const use = { ...kinUse(related, group.qualifiedName, through), ...how };
      if (use.handle !== handle && !found.has(use.handle)) found.set(use.handle, use);
    };
    for (const below of await this.#dispatch.implementationsOf(handle))
      if (isMember(below)) add(below, { distance: 1 });
    const declarations = await this.#dispatch.declarationsOf(handle);
    for (const declaration of declarations) add(declaration, { distance: 1, kin: "declares" });
    for (const declaration of declarations) {
      const siblings = await this.#dispatch.implementationsOf(declaration.symbol.handle);
      for (const sibling of siblings.slice(0, MAX_SIBLINGS))
        add(sibling, { distance: 2, kin: "implements the same as" }, declaration);
    }
    return [...found.values()];
  }
}

function isMember({ symbol }: Related): boolean {
  return symbol.symbol.kind === "method" || symbol.symbol.kind === "property";
}

function kinUse(
  { symbol, tier }: Related,
  of: string,
  through: Related | undefined,
): Omit<AffectedUse, "distance"> {
  return {
    handle: symbol.handle,
    site: symbol.path,
    lines: [symbol.symbol.namePosition.line],
    kind: "overrides",
    tier: through ? weaker(tier, through.tier) : tier,
    of,
    ...(through && { through: through.symbol.handle }),
  };
}
