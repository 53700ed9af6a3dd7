/** What an update leaves behind of the past: the way back, and where symbols went. */
import type { RelPath } from "../core/rel-path.ts";
import type { ViewChange, ViewHistory, ViewInfo } from "../storage/contract.ts";
import { wayBack } from "./former.ts";
import { findMoves } from "./identity/find-moves.ts";
import { appendMoves } from "./identity/journal.ts";
import type { IndexedState } from "./plan.ts";
import type { NextState, UpdateInput } from "./update.ts";

export interface IndexedView extends IndexedState {
  history: ViewHistory;
}

interface Step {
  view: ViewInfo;
  indexed: IndexedView;
  state: NextState;
  /** Of the tree now. */
  revision: string | null;
  change: Pick<ViewChange, "upsert" | "remove" | "upsertSkipped" | "removeSkipped">;
  isVisible: boolean;
}

type Asked = Pick<UpdateInput, "store" | "gitRenames" | "movesKeptMs" | "isPartEnough" | "now">;

export async function nextHistory(input: Asked, step: Step): Promise<ViewHistory> {
  const { view, indexed, change, isVisible } = step;
  const { history } = indexed;
  // A first index has nothing before it, and its parts are no states that anybody wants back.
  if (view.generation === 0 || input.isPartEnough) return { ...history, isHeld: false };
  const found = await findMoves({ store: input.store, ...changedBlobs(step), ...renamesOf(input, step) });
  return {
    former: isVisible ? wayBack(view, indexed, change) : history.former,
    moves: appendMoves(history.moves, found, input.now() - input.movesKeptMs),
    isHeld: false,
    ...(history.compilers && { compilers: history.compilers }),
  };
}

/** Files with other facts than before, as they were and as they are. */
function changedBlobs({ indexed, state }: Step) {
  const after = state.parsed.located;
  const now = new Map(after.map(({ path, hash }) => [path, hash]));
  const gone = new Set<RelPath>(state.removed);
  const before = indexed.files.filter(({ path, hash }) => {
    const today = now.get(path);
    return gone.has(path) || (today !== undefined && today !== hash);
  });
  const was = new Map(indexed.files.map(({ path, hash }) => [path, hash]));
  // The same content read by another extractor is no news of what it says.
  return { before, after: after.filter(({ path, hash }) => was.get(path) !== hash) };
}

function renamesOf({ gitRenames, now }: Asked, { view, state, revision }: Step) {
  const asksGit = view.revision !== null && revision !== null && view.revision !== revision;
  return {
    renames: state.renames,
    gitRenames: async () => (asksGit ? gitRenames(view.revision!, revision!) : []),
    now: now(),
  };
}
