/** What providers are opened with. */
export interface ProviderOptions {
  /** Name of the model, or for ONNX the folder that holds it; empty for the default. */
  model: string;
  /** Base address; empty for the default. */
  url: string;
  /** 0: what the model gives. */
  dims: number;
  timeoutMs: number;
  requestsPerMinute: number;
  /** Where keys come from; nothing else of it is read. */
  env: NodeJS.ProcessEnv;
  /** First pause between attempts; tests make it short. */
  pauseMs?: number;
}
