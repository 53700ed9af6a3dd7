import type { ImportsElsewhere } from "../expand/import-chain.ts";
import type { SearchableView } from "../searchable-view.ts";

/** One repository that a question is asked of. */
export interface SearchMember {
  /** Unique among the members; ties end by it. A member that is asked alone may have any. */
  name: string;
  view: SearchableView;
  /** How much likelier than that of a member with 1 its file is the one that was meant; 1 when absent. */
  weight?: number | undefined;
  /** At most so many files of its group in an answer; no bound when absent. */
  cap?: number | undefined;
  /** What stands together in an answer, behind members without a cap; its name when absent. */
  group?: string | undefined;
  /** Files of it that the question is about; all when absent. */
  pathFilter?: PathFilter | undefined;
  /** Follows imports into other members. */
  importsElsewhere?: ImportsElsewhere | undefined;
  /** Hears why one of several members is lost before the others go on without it; what it throws ends the question. */
  onFailure?: ((error: unknown) => void) | undefined;
}

export interface PathFilter {
  /** Equal for filters that let the same paths through: answers are kept by it. */
  key: string;
  matches(path: string): boolean;
}

/** A member that the answer does without. */
export interface LostMember {
  name: string;
  reason: string;
}
