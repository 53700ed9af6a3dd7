/** What is served at which address. */
export interface RouteCall {
  request: Request;
  /** Parts of the path that the pattern left open. */
  parameters: readonly string[];
  /** It comes from a browser that signed in. */
  isPage: boolean;
}

/** What the OpenAPI document says of a route. */
export interface RouteDescription {
  /** The path as OpenAPI spells it. */
  path: string;
  operationId: string;
  summary: string;
  /** JSON Schema of the query, an object. */
  query?: Record<string, unknown>;
  /** JSON Schema of the body, an object. */
  body?: Record<string, unknown>;
  /** What the answer is, in a sentence. */
  answer: string;
  mediaType?: string;
}

export interface Route {
  methods: readonly string[];
  /** The whole path; groups become parameters. */
  path: RegExp;
  /** Name in the metrics. */
  name: string;
  /** Answered without a token; Host and Origin are checked all the same. */
  isPublic?: boolean;
  /** Also answers a browser that signed in; others want the token. */
  isForPages?: boolean;
  /** In the OpenAPI document; absent: not listed there. */
  about?: RouteDescription;
  handle: (call: RouteCall) => Promise<Response> | Response;
}

export interface FoundRoute {
  route: Route;
  parameters: string[];
}

export function findRoute(routes: readonly Route[], path: string): FoundRoute | null {
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match) return { route, parameters: match.slice(1) };
  }
  return null;
}
