/** The lines of symbols that contracts name. */
import type { Handle } from "../../core/edges.ts";
import { parseHandle } from "../../core/handles.ts";
import { symbolsOfFiles } from "../../navigation/find-symbol.ts";
import type { ViewReader } from "../../storage/contract.ts";

export interface HandleLines {
  startLine: number;
  endLine: number;
}

/** Of each handle; null for a whole file and for a symbol that is not there. */
export async function linesOfHandles(
  reader: ViewReader,
  handles: readonly Handle[],
): Promise<(HandleLines | null)[]> {
  const parsed = handles.map((handle) => parseHandle(handle));
  const symbols = await symbolsOfFiles(
    reader,
    parsed.flatMap((one) => (one ? [one.path as string] : [])),
  );
  return parsed.map((one) => {
    const hit = symbols
      .get(one?.path ?? "")
      ?.find(
        ({ symbol }) => symbol.qualifiedName === one!.qualifiedName && symbol.overload === one!.overload,
      );
    return hit ? { startLine: hit.symbol.span.startLine, endLine: hit.symbol.span.endLine } : null;
  });
}
