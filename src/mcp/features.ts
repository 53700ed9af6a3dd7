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
} from "@modelcontextprotocol/server";
import type { DefaultFolder } from "../serving/tool-runner.ts";

/** Who asks: the request's own context and the folder meant when a call names none. */
export interface FeatureCall {
  context: ServerContext;
  defaultFolder: () => Promise<DefaultFolder>;
}

type ParamsOf<M extends RequestMethod> = Exclude<RequestTypeMap[M]["params"], undefined>;

export type FeatureHandlers = {
  [M in RequestMethod]?: (
    params: ParamsOf<M>,
    call: FeatureCall,
  ) => HandlerResultTypeMap[M] | Promise<HandlerResultTypeMap[M]>;
};

export interface ServerFeatures {
  capabilities: ServerCapabilities;
  /** Shown to the model by most clients; the first sentences count. */
  instructions?: string;
  /** method → what answers it. */
  handlers: FeatureHandlers;
  /** The client is there: a good moment to begin what its first call will need. */
  onReady?: (folder: DefaultFolder) => void;
}
