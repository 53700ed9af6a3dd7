/** What the JSON of a read plan tells beside its items: how it came about, what to mind. */
import { type ContextAnswer, type ContextItem, placeOfFile } from "../engine/engine.ts";

const MAX_QUERY_SHOWN = 2_000;

export function describeContext(answer: ContextAnswer, task: string) {
  const { items, files, omitted, folded, trace } = answer;
  const { kind, intent, scope, target, confidence } = trace;
  return {
    query: task.slice(0, MAX_QUERY_SHOWN),
    strategy: answer.strategy,
    classification: { kind, intent, scope, target, confidence },
    certainty: answer.certainty,
    candidates: trace.candidates,
    tokens: answer.tokens,
    budget: answer.budget,
    warnings: answer.warnings,
    metadata: {
      files: files.length,
      spans: items.filter(({ section }) => section === "primary").length,
      deduplicated: folded.length,
      omitted: omitted.length,
    },
    files,
    imports: items.flatMap((item) => item.imports ?? []),
  };
}

/** An item with how its file was ranked; its path as the text of the answer calls it. */
export function describeItem({ ranked }: ContextAnswer): (item: ContextItem) => object {
  const hits = new Map(ranked.map((hit) => [placeOfFile(hit), hit]));
  return ({ imports: _told, ...item }) => {
    const path = placeOfFile(item);
    const hit = hits.get(path);
    const isSpan = (one: { startLine: number; endLine: number }) =>
      one.startLine === item.startLine && one.endLine === item.endLine;
    const { language, score } = hit ?? {};
    return { ...item, path, kind: hit?.spans.find(isSpan)?.kind, language, score };
  };
}
