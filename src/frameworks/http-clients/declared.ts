/** Clients that are declared and made by a library: Retrofit's and Refit's interfaces. */

import { handleOf } from "../../core/edges.ts";
import { pathsGiven } from "../arguments.ts";
import type { FrameworkFile, FrameworkOutline, PathUse } from "../contract.ts";

const METHODS = /^(?:get|post|put|patch|delete|head|options)$/i;
/** `@GET("users")` of Retrofit, `[Get("/users")]` of Refit. */
const MODULES = /^(?:retrofit2|Refit)(?:$|[.:])/;

export function declaresClients({ imports }: FrameworkOutline): boolean {
  return imports.some(({ source }) => MODULES.test(source));
}

export function declaredCalls(file: FrameworkFile): PathUse[] {
  if (!declaresClients(file)) return [];
  return file.annotations.flatMap(({ name, arguments: given, symbol, span }): PathUse[] => {
    const method = file.symbols[symbol];
    const [path] = pathsGiven(given, 0, "value", "path");
    if (!METHODS.test(name) || !method || path === undefined || path === "") return [];
    return [
      {
        side: "needs",
        method: name.toUpperCase(),
        path: path.startsWith("/") ? path : `/${path}`,
        // The base is given where the client is made.
        on: null,
        place: { handle: handleOf(file.path, method), span },
        tier: "resolved",
        details: { client: file.language === "csharp" ? "refit" : "retrofit", base: "baseUrl" },
      },
    ];
  });
}
