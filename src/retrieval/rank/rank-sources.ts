/** What ranking asks of a view. */
import type { VectorScores } from "../channels/vectors.ts";
import { nameSourceOf, termSourceOf } from "../channels/view-sources.ts";
import { neighbourFiles } from "../neighbours.ts";
import type { SearchableView } from "../searchable-view.ts";
import type { RankSources } from "./rank-files.ts";

export interface SourceOptions {
  /** Files that filters leave; null when nothing is filtered. */
  isAllowed: RankSources["isAllowed"];
  vectors: VectorScores | null;
  ages: ReadonlyMap<string, number> | null;
}

function countInbound(view: SearchableView): Promise<Uint32Array> {
  const count = () => view.index.inboundCounts(view.reader);
  return view.exempt ? view.exempt(count) : count();
}

export async function openRankSources(view: SearchableView, options: SourceOptions): Promise<RankSources> {
  const terms = termSourceOf(view);
  return {
    ...options,
    corpus: view.index.corpus,
    check: view.check,
    terms,
    names: nameSourceOf(view, terms),
    neighboursOf: (file) => neighbourFiles(view, file),
    inbound: await countInbound(view),
  };
}
