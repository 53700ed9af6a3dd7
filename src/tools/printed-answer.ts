/** An answer as it leaves the program: the command line and MCP print these bytes and no others. */
import { sanitizeText } from "../core/sanitize.ts";
import type { Answer } from "./contract.ts";

/** Without a newline at the end. */
export function printedAnswer(answer: Answer, isJson: boolean): string {
  return isJson ? toJson(answer.data) : sanitizeText(answer.text);
}

/** JSON with unsafe characters escaped, so that printing it is as safe as printing text. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, field: unknown) => (typeof field === "bigint" ? Number(field) : field),
    2,
  );
  return text.replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
