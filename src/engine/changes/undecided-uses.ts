/**
 * Names of symbols that are declared anew, accounted for: uses that no edge stands for, and occurrences that may mean them though
 * nothing says so. Without these a list of users would look whole when it is not.
 */
import type { Handle } from "../../core/edges.ts";
import { comparePaths } from "../../core/rel-path.ts";
import { accountFor } from "../../navigation/accounting/account.ts";
import type { Accounting, Doubt, SourceReader } from "../../navigation/accounting/contract.ts";
import { startHandles } from "../../navigation/trace.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { ChangedSymbol } from "./find-changes.ts";
import type { AffectedUse } from "./impact.ts";

export interface UndecidedUse {
  path: string;
  line: number;
  /** The symbol around it, or the file. */
  from: Handle;
  /** Qualified name of the changed symbol. */
  of: string;
  doubt: Doubt;
  likelihood: number;
}

export interface AccountedUses {
  /** Most likely first. */
  undecided: UndecidedUse[];
  /** Uses by the scope of the name. */
  named: AffectedUse[];
  /** Symbols whose names were not looked for. */
  notAccounted: number;
}

/** Each is a search of its own; a change of more signatures is a rewrite. */
const MAX_ACCOUNTED = 20;
/** Rather unlikely ones are told by `trace` of the symbol. */
const MIN_LIKELIHOOD = 0.1;

export async function accountForChanged(
  reader: ViewReader,
  sources: SourceReader,
  reshaped: readonly ChangedSymbol[],
): Promise<AccountedUses> {
  const found: AccountedUses = {
    undecided: [],
    named: [],
    notAccounted: Math.max(0, reshaped.length - MAX_ACCOUNTED),
  };
  for (const { group } of reshaped.slice(0, MAX_ACCOUNTED)) {
    const handles = await startHandles(reader, group, "callers");
    const accounting = await accountFor(reader, group, handles, sources);
    if (accounting) addTo(found, accounting, group.qualifiedName);
  }
  found.undecided.sort(
    (a, b) => b.likelihood - a.likelihood || comparePaths(a.path, b.path) || a.line - b.line,
  );
  return found;
}

function addTo(found: AccountedUses, { undecided, unlinked, unread }: Accounting, of: string): void {
  for (const { path, line, from, doubt, likelihood } of undecided)
    if (likelihood >= MIN_LIKELIHOOD) found.undecided.push({ path, line, from, of, doubt, likelihood });
  for (const { path, line, from, role } of unlinked)
    if (role !== "import")
      found.named.push({
        handle: from,
        site: path,
        lines: [line],
        kind: role === "call" ? "calls" : "references",
        tier: "heuristic",
        of,
        distance: 1,
      });
  if (unread.length > 0) found.notAccounted += 1;
}
