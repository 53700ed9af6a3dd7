/**
 * Every provider, strongest first. Where two can speak for a file, the earlier one's links stand, whichever was asked
 * first: a compiler that reads the tree as it is knows more than an index that was made elsewhere.
 */
import type { LinkMaker } from "../core/edges.ts";
import type { ProviderDefinition } from "./contract.ts";
import { roslyn } from "./roslyn/provider.ts";
import { scip } from "./scip/provider.ts";
import { typescript } from "./typescript/provider.ts";

export const PROVIDERS: readonly ProviderDefinition[] = [typescript, roslyn, scip];

/** Whether links by `maker` stand when `id` has something to say; links by a provider that is not known do not. */
export function outranks(
  providers: readonly ProviderDefinition[],
  maker: LinkMaker | undefined,
  id: string,
): boolean {
  const rank = maker ? providers.findIndex((provider) => provider.id === maker.provider) : -1;
  return rank >= 0 && rank < providers.findIndex((provider) => provider.id === id);
}
