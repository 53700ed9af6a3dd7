import type { PlaceState } from "./place-state.ts";
import type { Queries } from "./queries.ts";

/** How the parts of a store reach its tables. */
export interface TableAccess {
  readonly place: number;
  /** Statements that each see the newest state. */
  read<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** One transaction. */
  write<T>(work: (queries: Queries, state: PlaceState) => Promise<T>): Promise<T>;
}
