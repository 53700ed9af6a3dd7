/** How sure an answer is, told by what its best files have of the question. */

import type { Understanding } from "./query/understand.ts";
import type { SearchHit } from "./search.ts";

export interface Certainty {
  level: "sure" | "likely" | "unsure";
  reason: string;
}

const LIKELY_COVERAGE = 0.6;
const FILES_LOOKED_AT = 3;

export function certaintyOf(
  hits: readonly SearchHit[],
  { entities }: Pick<Understanding, "entities">,
): Certainty {
  const first = hits.slice(0, FILES_LOOKED_AT);
  const named = entities.symbols.find(
    ({ name, weight }) =>
      weight >= NAMED_WEIGHT &&
      first.some(({ spans }) => spans.some(({ symbol }) => lastPart(symbol) === name)),
  );
  if (named) return { level: "sure", reason: `the question names ${named.name}` };
  const path = entities.paths.find(({ path: mention }) =>
    first.some((hit) => hit.path === mention || hit.path.endsWith(`/${mention}`)),
  );
  if (path) return { level: "sure", reason: `the question names ${path.path}` };
  const held = hits[0]?.contributions.find(({ feature }) => feature === "coverage")?.value ?? 0;
  const share = `the best file holds ${Math.round(held * 100)} % of the question's words`;
  return { level: held >= LIKELY_COVERAGE ? "likely" : "unsure", reason: share };
}

const NAMED_WEIGHT = 0.5;

function lastPart(symbol: string | undefined): string {
  return symbol?.slice(symbol.lastIndexOf(".") + 1) ?? "";
}
