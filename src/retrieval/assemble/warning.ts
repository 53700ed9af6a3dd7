/** What the reader of an answer should know about it, and what can be done. */
export interface AnswerWarning {
  type: "large-answer" | "unreadable-file" | "nothing-found" | "budget-too-small" | "unknown-words";
  severity: "info" | "warning";
  message: string;
  suggestion: string;
}

/** From here on an answer is a good part of what a model can read at once, and above the second costs more than it tells. */
const LEVELS = [
  { tokens: 100_000, severity: "warning" },
  { tokens: 50_000, severity: "info" },
] as const;

/** Below this no answer is large. */
export const LEAST_LARGE_ANSWER = LEVELS.at(-1)!.tokens;

export function warnOfSize(tokens: number): AnswerWarning[] {
  const level = LEVELS.find((one) => tokens > one.tokens);
  if (!level) return [];
  return [
    {
      type: "large-answer",
      severity: level.severity,
      message: `the answer has ${tokens} tokens, more than ${level.tokens}`,
      suggestion: "ask with a smaller budget or narrow it by path",
    },
  ];
}

export function warnOfUnreadable(path: string): AnswerWarning {
  return {
    type: "unreadable-file",
    severity: "warning",
    message: `${path} cannot be read any more`,
    suggestion: "ask again once the index knows the change",
  };
}

export function warnOfNothing(): AnswerWarning {
  return {
    type: "nothing-found",
    severity: "warning",
    message: "nothing in the index matches the query",
    suggestion: "ask with words that the code may use, or look at what is indexed",
  };
}

export function warnOfSmallBudget(): AnswerWarning {
  return {
    type: "budget-too-small",
    severity: "warning",
    message: "the budget is too small for a single path",
    suggestion: "ask with a budget of some hundred tokens",
  };
}

export function warnOfUnknownWords(words: readonly string[]): AnswerWarning[] {
  if (words.length === 0) return [];
  return [
    {
      type: "unknown-words",
      severity: "info",
      message: `no file holds ${words.slice(0, 8).join(", ")}`,
      suggestion: "other words for the same may find more",
    },
  ];
}
