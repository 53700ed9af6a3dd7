/** Which folder a call is about when it does not say. */
import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";
import { repositoryNotChosen } from "../serving/errors.ts";
import type { DefaultFolder } from "../serving/tool-runner.ts";

/** A client that offers roots and does not answer must not hold up every call. */
const ROOTS_MS = 2_000;

export interface RootChooser {
  /** The configured folder, the client's first root, or the fallback; asked of the client once. */
  defaultFolder: () => Promise<DefaultFolder>;
  /** The configured folder alone, or all roots of the client as they are now, or the fallback. */
  offeredFolders: () => Promise<readonly string[]>;
}

export interface RootChoice {
  root?: string | undefined;
  fallbackRoot: string | null;
}

export function createRootChooser(server: Server, { root, fallbackRoot }: RootChoice): RootChooser {
  let chosen: Promise<DefaultFolder> | null = null;
  const choose = async (): Promise<DefaultFolder> => {
    if (root !== undefined) return { path: root, isExact: true };
    const path = (await clientRoots(server))[0] ?? (isNobodysProject(fallbackRoot) ? null : fallbackRoot);
    if (path !== null) return { path, isExact: false };
    throw repositoryNotChosen();
  };
  return {
    defaultFolder: () => {
      chosen ??= choose();
      return chosen;
    },
    offeredFolders: async () => {
      if (root !== undefined) return [root];
      const offered = await clientRoots(server);
      if (offered.length > 0) return offered;
      return fallbackRoot === null || isNobodysProject(fallbackRoot) ? [] : [fallbackRoot];
    },
  };
}

/** Clients set up for all projects may start the server in the home folder; nobody asked to index that. */
function isNobodysProject(folder: string | null): boolean {
  return folder !== null && (folder === homedir() || dirname(folder) === folder);
}

async function clientRoots(server: Server): Promise<string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_MS });
    return roots.filter(({ uri }) => uri.startsWith("file:")).map(({ uri }) => fileURLToPath(uri));
  } catch {
    // Not answered, or a revision of the protocol without requests to the client: the fallback stands in.
    return [];
  }
}
