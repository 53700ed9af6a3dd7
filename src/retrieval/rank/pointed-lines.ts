import type { Understanding } from "../query/understand.ts";

/** Lines of a file that the question names: `src/a.ts:43`, a frame of a stack trace. */
export function pointedLines({ entities }: Pick<Understanding, "entities">, path: string): number[] {
  const isHere = (mention: string) =>
    path === mention || path.endsWith(`/${mention}`) || mention.endsWith(`/${path}`);
  const lines = [...entities.paths, ...entities.frames].flatMap((mention) =>
    mention.line !== null && isHere(mention.path) ? [mention.line] : [],
  );
  return [...new Set(lines)];
}
