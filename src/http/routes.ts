/** What is served at which address. */
export interface RouteCall {
  request: Request;
  /** Parts of the path that the pattern left open. */
  parameters: readonly string[];
}

export interface Route {
  methods: readonly string[];
  /** The whole path; groups become parameters. */
  path: RegExp;
  /** Name in the metrics. */
  name: string;
  /** Answered without a token; Host and Origin are checked all the same. */
  isPublic?: boolean;
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
