/** How far links of compiler grade go, and what keeps the rest. */
import type { LinkMakers } from "../../indexing/link-makers.ts";
import type { ProviderStatus } from "../../semantics/contract.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { OpenProviders } from "../open-providers.ts";
import type { Counts } from "./coverage.ts";
import { countBy } from "./coverage.ts";

export interface CompilerState {
  provider: string;
  /** Files it speaks for, and those of them whose links it made. */
  files: number;
  exact: number;
  /** Of the process in this server; null where none is kept. */
  process: ProviderStatus | null;
  /** Files that it gave up on last time: by reason, and by the folder at the top. */
  skipped: Counts;
  skippedIn: Counts;
}

export async function compilerStates(
  reader: ViewReader,
  root: string,
  makers: LinkMakers,
  { open, skippedIn }: Pick<OpenProviders, "open" | "skippedIn">,
): Promise<CompilerState[]> {
  const files = await reader.files();
  const states: CompilerState[] = [];
  for (const [{ id }, provider] of open) {
    const sources = files.filter((file) => provider.speaksFor(file.path));
    if (sources.length === 0) continue;
    const made = await makers.of(reader, sources);
    const skipped = skippedIn(root).filter(({ path }) => provider.speaksFor(path));
    states.push({
      provider: id,
      files: sources.length,
      exact: made.filter(({ maker }) => maker?.provider === id).length,
      process: provider.status?.() ?? null,
      skipped: countBy(skipped, ({ reason }) => reason),
      skippedIn: countBy(skipped, ({ path }) => path.split("/").slice(0, -1).slice(0, 2).join("/") || "."),
    });
  }
  return states;
}
