/** Needs and the offers that meet them, joined when asked: nothing of it is stored, so nothing of it can be stale. */
import type { Contract } from "../frameworks/contract.ts";

export interface JoinedNeed {
  need: Contract;
  /** Of the same kind and key, in the given order; empty when nobody in the scope offers it. */
  offers: Contract[];
}

export function joinContracts(needs: readonly Contract[], offers: readonly Contract[]): JoinedNeed[] {
  const byKey = new Map<string, Contract[]>();
  for (const offer of offers) {
    const key = joinKey(offer);
    const known = byKey.get(key);
    if (known) known.push(offer);
    else byKey.set(key, [offer]);
  }
  return needs.map((need) => ({ need, offers: byKey.get(joinKey(need)) ?? [] }));
}

function joinKey({ kind, key }: Contract): string {
  return `${kind} ${key}`;
}
