/** Codes of serving; docs/errors.md is generated from these tables. */
import { AppError } from "../core/errors.ts";

export const SERVING_ERRORS = {
  REPOSITORY_NOT_CHOSEN:
    "A server for several repositories must be told which one is meant: pass `repo`, offer roots, or add `?root=` to the address of its MCP endpoint.",
  ROOT_NOT_OFFERED:
    "The setting `roots` lets calls name only folders that the client offers and repositories that the user configured; add one to `repositories` in clew's configuration, open the folder in the client, or run `clew install --roots as-set` for a client that offers none.",
} as const;

export function repositoryNotChosen(): AppError {
  return new AppError("REPOSITORY_NOT_CHOSEN", "the call names no repository and the server has no default", {
    hint: SERVING_ERRORS.REPOSITORY_NOT_CHOSEN,
  });
}
