/** Fields that objects in code map to functions, as offers: at the function that is named, or at their own lines. */
import { handleOf } from "../core/edges.ts";
import type { SymbolFact } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { Contract } from "../frameworks/contract.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { MappedResolver } from "../specifications/contract.ts";
import type { ViewReader } from "../storage/contract.ts";

export async function mappedResolvers(
  reader: Pick<ViewReader, "files" | "outlines">,
  resolvers: readonly MappedResolver[],
): Promise<Contract[]> {
  const own = resolvers.filter(({ path }) => !isTestPath(path));
  const paths = new Set(own.map(({ path }) => path));
  const files = (await reader.files()).filter(({ path }) => paths.has(path));
  const outlines = await reader.outlines(files.map(({ blob }) => blob));
  const symbols = new Map<string, readonly SymbolFact[]>(
    files.map(({ path }, at) => [path, outlines[at]!.symbols]),
  );
  return own.map((resolver) => contractOf(resolver, symbols.get(resolver.path) ?? []));
}

function contractOf(resolver: MappedResolver, symbols: readonly SymbolFact[]): Contract {
  const { method, field, handler = field, startLine, endLine } = resolver;
  const path = resolver.path as RelPath;
  const around = symbols.filter(({ span }) => span.startLine <= startLine && span.endLine >= endLine).at(-1);
  // A shorthand names the function, too; one that is written in place is found by its lines.
  const named = symbols.find(({ qualifiedName, scope }) => qualifiedName === handler && scope !== "local");
  return {
    kind: "graphql",
    key: `${method} ${field}`,
    place: { handle: handleOf(path, around), span: { start: 0, end: 0, startLine, endLine } },
    tier: "resolved",
    ...(named && { implementation: handleOf(path, named) }),
    details: { framework: "resolver map" },
  };
}
