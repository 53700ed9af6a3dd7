/** What a change offers to others under a key, a route or a topic, and who needs it under the same key. */
import { type JoinedNeed, joinContracts } from "../../catalog/join-contracts.ts";
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { Contract } from "../../frameworks/contract.ts";
import type { ViewReader } from "../../storage/contract.ts";
import { findings } from "../questions/contracts.ts";

export interface TouchedContract {
  offer: Contract;
  needs: Contract[];
}

/** The whole view is looked at only when a changed file offers something. */
export async function touchedContracts(
  reader: ViewReader,
  changed: ReadonlySet<string>,
  isTouched: (offer: Contract) => boolean,
): Promise<TouchedContract[]> {
  const files = (await reader.files()).filter(({ path }) => changed.has(path));
  const some = {
    files: async () => files,
    outlines: (blobs: Parameters<ViewReader["outlines"]>[0]) => reader.outlines(blobs),
    literals: (blobs: Parameters<ViewReader["literals"]>[0]) => reader.literals(blobs),
    facts: (blobs: Parameters<ViewReader["facts"]>[0]) => reader.facts(blobs),
    symbolsNamed: (names: Parameters<ViewReader["symbolsNamed"]>[0]) => reader.symbolsNamed(names),
    postings: (terms: Parameters<ViewReader["postings"]>[0]) => reader.postings(terms),
    linksOf: (paths: Parameters<ViewReader["linksOf"]>[0]) => reader.linksOf(paths),
  };
  if (!(await findings.of(some)).offers.some(isTouched)) return [];
  // The key of a route is put together over files, so it is known of the whole view alone.
  const all = await findings.of(reader);
  const offers = all.offers.filter(isTouched);
  const joined: JoinedNeed[] = joinContracts(all.needs, offers);
  return offers.map((offer) => ({
    offer,
    needs: joined.filter((one) => one.offers.includes(offer)).map(({ need }) => need),
  }));
}

/** Whether a place lies in a symbol, or is the symbol. */
export function isAt(place: Handle, symbol: Handle): boolean {
  return place === symbol || place.startsWith(`${symbol}.`) || symbol === (pathOfHandle(place) as string);
}
