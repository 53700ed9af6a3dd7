/**
 * What a server offers, apart from how it is reached. The shell registers these handlers for every transport and
 * every revision of the protocol; a profile is nothing but another list of features.
 */
import type {
  HandlerResultTypeMap,
  RequestMethod,
  RequestTypeMap,
  ServerCapabilities,
  ServerContext,
  ServerOptions,
} from "@modelcontextprotocol/server";
import type { DefaultFolder } from "../serving/tool-runner.ts";

/** Who asks: the request's own context and the folder meant when a call names none. */
export interface FeatureCall {
  context: ServerContext;
  defaultFolder: () => Promise<DefaultFolder>;
  /** Folders that the client has open. */
  offeredFolders: () => Promise<readonly string[]>;
}

type ParamsOf<M extends RequestMethod> = Exclude<RequestTypeMap[M]["params"], undefined>;

export type FeatureHandlers = {
  [M in RequestMethod]?: (
    params: ParamsOf<M>,
    call: FeatureCall,
  ) => HandlerResultTypeMap[M] | Promise<HandlerResultTypeMap[M]>;
};

export type ChangingList = "tools" | "prompts" | "resources";

export interface ServerFeatures {
  capabilities: ServerCapabilities;
  /** Shown to the model by most clients; the first sentences count. */
  instructions?: string;
  /** method → what answers it. */
  handlers: FeatureHandlers;
  /** Further settings of the protocol's server object. */
  options?: Omit<ServerOptions, "capabilities" | "instructions">;
  /** Arguments of a tool that are repeated in headers (`x-mcp-header`) are checked against these schemas. */
  toolSchema?: (name: string) => Record<string, unknown> | undefined;
  /** Hears of every list that changed, for clients that listen. */
  onListChanged?: (listener: (list: ChangingList) => void) => void;
  /** The client is there: a good moment to begin what its first call will need. */
  onReady?: (folder: DefaultFolder) => void;
}
