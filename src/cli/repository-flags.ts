/** Flags that say what a repository is, for the commands that take them. */
import { AppError } from "../core/errors.ts";
import { isRepositoryType, REPOSITORY_TYPES } from "../core/repository-types.ts";
import type { Engine } from "../engine/engine.ts";
import { CLI_ERRORS } from "./errors.ts";

export interface ChoiceFlags {
  type?: string;
  name?: string;
  priority?: string;
  /** Its version; `--version` asks for that of clew. */
  tag?: string;
}

type ChoiceChange = Parameters<Engine["choose"]>[1];

/** An empty value takes a choice back. */
export function choicesOf({ type, name, priority, tag }: ChoiceFlags): ChoiceChange {
  return {
    ...(type !== undefined && { type: type === "" ? null : typeOf(type) }),
    ...(name !== undefined && { name: name || null }),
    ...(priority !== undefined && { priority: priority === "" ? null : numberOf(priority) }),
    ...(tag !== undefined && { version: tag || null }),
  };
}

function typeOf(text: string) {
  if (isRepositoryType(text)) return text;
  throw invalid(`--type ${JSON.stringify(text)} is no type`, `It is one of ${REPOSITORY_TYPES.join(", ")}.`);
}

function numberOf(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= 10) return number;
  throw invalid(`--priority ${JSON.stringify(text)} is no weight`, "It is a number above 0 and up to 10.");
}

function invalid(message: string, hint: string): AppError {
  return new AppError("CHOICE_INVALID", message, { hint: `${CLI_ERRORS.CHOICE_INVALID} ${hint}` });
}
