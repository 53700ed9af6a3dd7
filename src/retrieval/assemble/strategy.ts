/** How a question is answered, by what it asks for: where the answer looks beside the ranking, and what that may take. */
import type { Understanding } from "../query/understand.ts";

export interface Strategy {
  /** As the answer names it. */
  name: string;
  /** Share of the budget for what the bodies use, and what uses them. */
  supportingShare: number;
  /** Whether users of the bodies are looked up, too. */
  withUsers: boolean;
}

const BY_RANKING: Strategy = {
  name: "words and meaning, then what the bodies use",
  supportingShare: 0.07,
  withUsers: false,
};
const BY_NAME: Strategy = { name: "the name, then what it uses", supportingShare: 0.07, withUsers: false };
const BOTH_WAYS: Strategy = {
  name: "words and meaning, then links both ways",
  supportingShare: 0.2,
  withUsers: true,
};
const FOR_DEBUGGING: Strategy = {
  name: "words and meaning, then what the bodies use and who calls them",
  supportingShare: 0.07,
  withUsers: true,
};

export function strategyOf({ classification }: Pick<Understanding, "classification">): Strategy {
  if (classification.intent === "trace") return BOTH_WAYS;
  if (classification.intent === "debug") return FOR_DEBUGGING;
  return classification.kind === "symbol" ? BY_NAME : BY_RANKING;
}
