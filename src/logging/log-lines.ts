/** What a notice becomes in the log: how much it matters, and which of its fields are kept. */
import type { Notice } from "../core/notices.ts";

export const LOG_LEVELS = ["debug", "info", "warn"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface KeptContent {
  /** Arguments of calls, and their answers. */
  content: "none" | "questions" | "answers";
  /** Takes secrets out of a text. */
  blank: (text: string) => string;
}

export function levelOf(notice: Notice): LogLevel {
  switch (notice.kind) {
    case "call":
      return notice.outcome === "failed" ? "warn" : "info";
    case "update":
      return notice.code === undefined || notice.code === "AbortError" ? "info" : "warn";
    case "child":
      if (notice.state === "ended" && notice.ending !== "closed") return isRefusal(notice) ? "debug" : "warn";
      return notice.name === "git" ? "debug" : "info";
    case "store":
      return notice.state === "replaced" || notice.code !== undefined ? "warn" : "info";
  }
}

/** `no` is an answer of git, such as of a branch without commits. */
function isRefusal(notice: Notice & { kind: "child" }): boolean {
  return notice.name === "git" && (notice.ending === "no" || notice.ending === "refused");
}

/** Fields of the line. What was asked and answered is taken out before anything else sees it. */
export function fieldsOf(notice: Notice, { content, blank }: KeptContent): Record<string, unknown> {
  if (notice.kind !== "call") return { ...notice };
  const { arguments: asked, answer, ...fields } = notice;
  return {
    ...fields,
    ...(content !== "none" && asked !== undefined && { arguments: blank(JSON.stringify(asked)) }),
    ...(content === "answers" && answer !== undefined && { answer: blank(answer) }),
  };
}
