/** What a repository offers to others and needs of them, told by rules over its facts. */
import { type JoinedNeed, joinContracts } from "../../catalog/join-contracts.ts";
import { FindingsCache } from "../../catalog/view-findings.ts";
import { FRAMEWORKS } from "../../frameworks/all.ts";
import type { Contract } from "../../frameworks/contract.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface Contracts {
  offers: readonly Contract[];
  needs: readonly JoinedNeed[];
  /** Names of what the rules know; others may be there and are not seen. */
  frameworks: readonly string[];
  /** False when some file has more literals than are kept. */
  isComplete: boolean;
}

/** Of all repositories of this process: findings are kept by content. */
const findings = new FindingsCache(FRAMEWORKS);

export async function findContracts(reader: ViewReader): Promise<Contracts> {
  const { offers, needs, isComplete } = await findings.of(reader);
  const frameworks = FRAMEWORKS.map(({ label }) => label);
  return { offers, needs: joinContracts(needs, offers), frameworks, isComplete };
}
