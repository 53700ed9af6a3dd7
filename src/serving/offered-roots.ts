/**
 * Which repositories a served call may name. An agent that was talked into it could name any folder of the user; with the
 * setting `roots: offered` it gets those that the client offers, what lies in them, and those that the user configured.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import type { Engine, Scope } from "../engine/engine.ts";
import { SERVING_ERRORS } from "./errors.ts";

/** The same engine, but a name or a path that leads elsewhere is refused. */
export function offeringOnly(engine: Engine, offered: () => Promise<readonly string[]>): Engine {
  const isOffered = async (): Promise<(root: string) => boolean> => {
    const folders = (await offered()).flatMap(realFolder);
    return (root) => folders.some((folder) => isWithin(folder, root));
  };
  const check = async (root: string) => {
    if (!(await isOffered())(root)) throw notOffered(root);
  };
  const list: Engine["list"] = async () => {
    const isReached = await isOffered();
    return (await engine.list()).filter(({ path }) => isReached(path));
  };
  const findRepository: Engine["findRepository"] = async (nameOrPath, from) => {
    const root = await engine.findRepository(nameOrPath, from).catch(withoutOtherNames);
    await check(root);
    return root;
  };
  const scopeOf: Engine["scopeOf"] = async (namesOrPaths, from): Promise<Scope> => {
    const scope = await engine.scopeOf(namesOrPaths, from).catch(withoutOtherNames);
    for (const { root } of scope) await check(root);
    return scope;
  };
  // Others are left out of what spans all, and named by nobody.
  const resolveScope: Engine["resolveScope"] = async (request, from): Promise<Scope> => {
    const scope = await engine.resolveScope(request, from).catch(withoutOtherNames);
    const isReached = await isOffered();
    const keep = (all: Scope) => all.filter(({ root }) => isReached(root));
    const [first, ...others] = request.repositories.length > 0 ? scope : keep(scope);
    if (!first) throw notOffered(scope[0].root);
    for (const { root } of [first, ...others]) await check(root);
    return [first, ...others];
  };
  const catalog: Engine["catalog"] = async () => {
    const entries = await engine.catalog();
    const isReached = await isOffered();
    return entries.filter(({ path }) => isReached(path));
  };
  // Every way to name a repository goes through these; all else is the engine's own.
  return Object.create(engine, {
    findRepository: { value: findRepository },
    scopeOf: { value: scopeOf },
    resolveScope: { value: resolveScope },
    catalog: { value: catalog },
    list: { value: list },
  });
}

function notOffered(root: string): AppError {
  return new AppError("ROOT_NOT_OFFERED", `${displayPath(root)} is none of the folders that are offered`, {
    hint: SERVING_ERRORS.ROOT_NOT_OFFERED,
  });
}

/** The hint of an unknown name tells the names of all that are indexed. */
function withoutOtherNames(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "REPOSITORY_UNKNOWN") throw error;
  throw new AppError(error.code, error.message, { hint: "give the path of a folder that is offered" });
}

/** Where a link leads counts, not how it is spelled; a folder that is not there offers nothing. */
function realFolder(path: string): string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    return [];
  }
}

function isWithin(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === "" || (rest !== ".." && !rest.startsWith("../") && !isAbsolute(rest));
}
