/** Which folder a call is about when it does not say. */
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";

/** A client that offers roots and does not answer must not hold up every call. */
const ROOTS_MS = 2_000;

export interface DefaultFolder {
  path: string;
  /** The folder itself was named by the user; otherwise the repository around it is meant. */
  isExact: boolean;
}

export interface RootChooser {
  /** The configured folder, the client's first root, or the working folder; asked of the client once. */
  defaultFolder: () => Promise<DefaultFolder>;
}

export function createRootChooser(server: Server, configured: string | undefined): RootChooser {
  let chosen: Promise<DefaultFolder> | null = null;
  const choose = async (): Promise<DefaultFolder> => {
    if (configured !== undefined) return { path: configured, isExact: true };
    const root = await firstClientRoot(server);
    return { path: root ?? process.cwd(), isExact: false };
  };
  return {
    defaultFolder: () => {
      chosen ??= choose();
      return chosen;
    },
  };
}

async function firstClientRoot(server: Server): Promise<string | null> {
  if (!server.getClientCapabilities()?.roots) return null;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_MS });
    const uri = roots.find((root) => root.uri.startsWith("file:"))?.uri;
    return uri === undefined ? null : fileURLToPath(uri);
  } catch {
    // Not answered, or a revision of the protocol without requests to the client: the working folder stands in.
    return null;
  }
}
