/** One server instance for one connection or request, whatever the transport: registers the features and the root chooser. */
import { McpServer, type RequestMethod, type ServerContext } from "@modelcontextprotocol/server";
import { VERSION } from "../core/version.ts";
import { createRootChooser } from "./choose-root.ts";
import type { FeatureCall, ServerFeatures } from "./features.ts";

export interface ShellOptions {
  /** Asked about unless a call names another; default: the client's first root, else `fallbackRoot`. */
  root?: string | undefined;
  /** Where to ask when nobody chose; null refuses with a hint. */
  fallbackRoot: string | null;
}

type AnyHandler = (params: unknown, call: FeatureCall) => Promise<never> | never;

/** The SDK's own registry of tools is not used: definitions are ours. Only its check of headers asks for schemas. */
class Shell extends McpServer {
  readonly #features: ServerFeatures;

  constructor(features: ServerFeatures) {
    super(
      { name: "clew", title: "clew", version: VERSION },
      {
        ...features.options,
        ...(features.instructions !== undefined && { instructions: features.instructions }),
      },
    );
    this.#features = features;
    this.server.registerCapabilities(features.capabilities);
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#features.toolSchema?.(name);
  }
}

export function createShell(features: ServerFeatures, options: ShellOptions): McpServer {
  const shell = new Shell(features);
  const { server } = shell;
  const chooser = createRootChooser(server, options);
  server.oninitialized = () => {
    chooser.defaultFolder().then(features.onReady, () => {
      // Nobody chose a folder; the first call that names none is told so.
    });
  };
  const register = server.setRequestHandler.bind(server) as (
    method: RequestMethod,
    handler: (request: { params?: unknown }, context: ServerContext) => unknown,
  ) => void;
  for (const [method, handler] of Object.entries(features.handlers) as [RequestMethod, AnyHandler][]) {
    register(method, (request, context) => handler(request.params ?? {}, { context, ...chooser }));
  }
  return shell;
}
