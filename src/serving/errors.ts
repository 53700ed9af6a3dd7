/** Codes of serving; docs/errors.md is generated from these tables. */
import { AppError } from "../core/errors.ts";

export const SERVING_ERRORS = {
  REPOSITORY_NOT_CHOSEN:
    "A server for several repositories must be told which one is meant: pass `repo`, offer roots, or add `?root=` to the address of its MCP endpoint.",
} as const;

export function repositoryNotChosen(): AppError {
  return new AppError("REPOSITORY_NOT_CHOSEN", "the call names no repository and the server has no default", {
    hint: SERVING_ERRORS.REPOSITORY_NOT_CHOSEN,
  });
}
