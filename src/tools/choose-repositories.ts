/** From what a call says to the repositories it asks: one for every tool, several for those that span them. */
import { isAbsolute } from "node:path";
import { AppError } from "../core/errors.ts";
import type { Engine, Scope, ScopeRequest } from "../engine/engine.ts";
import type { ToolCall, ToolDefinition } from "./contract.ts";
import { invalidInput } from "./parse-input.ts";
import { type ScopeArguments, scopeRequest } from "./scope-input.ts";

export type Asked = Pick<ToolCall, "root" | "scope" | "isOfAll">;

/** `from`: the folder of the caller; asked for only when it counts. Null: the call says nothing, and that folder is meant. */
export async function chooseRepositories(
  engine: Engine,
  tool: ToolDefinition,
  asked: ScopeArguments,
  from: () => Promise<string>,
): Promise<Asked | null> {
  const request = scopeRequest(tool, asked);
  if (request === null) return null;
  const { repositories } = request;
  const folder = repositories.every((one) => isAbsolute(one)) ? "/" : await folderOf(from);
  if (!tool.spansRepositories) {
    if (repositories.length > 1) throw invalidInput(tool, "repo: it asks one repository at a time");
    return { root: await engine.findRepository(repositories[0]!, folder) };
  }
  const chosen = askedOf(await resolveFrom(engine, request, folder, from));
  return isOfAll(request) ? { ...chosen, isOfAll: true } : chosen;
}

/** Names need no folder to start from: a server without one knows repositories by their names all the same. */
async function folderOf(from: () => Promise<string>): Promise<string> {
  try {
    return await from();
  } catch (error) {
    if (error instanceof AppError && error.code === "REPOSITORY_NOT_CHOSEN") return "/";
    throw error;
  }
}

/** Nothing was added to what a question to all asks by itself. */
function isOfAll({ kind, repositories, includesReferences, includesDocumentation }: ScopeRequest): boolean {
  return kind === "global" && repositories.length === 0 && !includesReferences && !includesDocumentation;
}

/** One whole repository needs no scope. */
export function askedOf(scope: Scope): Asked {
  const [{ root, folders }] = scope;
  return scope.length === 1 && folders.length === 0 ? { root } : { root, scope };
}

/**
 * A request that names no repository starts at the caller's: what a boundary is drawn around, and where a package is looked
 * for first.
 */
export async function resolveFrom(
  engine: Engine,
  request: ScopeRequest,
  folder: string,
  from: () => Promise<string>,
): Promise<Scope> {
  const isOpen = request.repositories.length === 0 && request.kind !== "global" && request.kind !== "service";
  if (!isOpen) return engine.resolveScope(request, folder);
  const own = await from();
  const around = { ...request, repositories: [await engine.resolveRoot(own, { isExact: false })] };
  if (request.package === undefined) return engine.resolveScope(around, own);
  try {
    return await engine.resolveScope(around, own);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "PACKAGE_UNKNOWN") throw error;
    return engine.resolveScope(request, own);
  }
}
