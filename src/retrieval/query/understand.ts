import { type Classification, classify } from "./classify.ts";
import { type Entities, findEntities } from "./entities.ts";
import { type QueryFilters, takeFilters } from "./filters.ts";
import { collectTermGroups, type TermGroup } from "./query-terms.ts";
import { MAX_QUERY_CHARS, type Segment, segmentTask } from "./task-text.ts";

/** All that is read from the query alone. Total: any string gives an understanding. */
export interface Understanding {
  /** What is searched for, filters taken out. */
  text: string;
  filters: QueryFilters;
  segments: Segment[];
  entities: Entities;
  classification: Classification;
  groups: TermGroup[];
  /** Words before the colon of `core: …` or inside `fix(router): …`: they name a place more often than a thing. */
  placeHints: string[];
}

export function understandQuery(query: string): Understanding {
  const { text, filters } = takeFilters(query.slice(0, MAX_QUERY_CHARS));
  const segments = segmentTask(text);
  const entities = findEntities(segments);
  const classification = classify(text, segments, entities);
  return {
    text,
    filters,
    segments,
    entities,
    classification,
    groups: collectTermGroups(segments, classification.kind),
    placeHints: placeHintsOf(text),
  };
}

/** The first line, which says what a long text is about. */
export function titleOf({ segments }: Understanding): string {
  return segments.find((segment) => segment.kind === "title")?.text ?? "";
}

function placeHintsOf(text: string): string[] {
  const match = /^(?:\[([^\]]{1,40})\]\s*)?(?:([\w/.,*@-]{2,40})(?:\(([^)]{1,60})\))?!?:\s)?/.exec(
    text.trimStart(),
  );
  const hints = [match?.[1], match?.[2], match?.[3]].filter((part): part is string => part !== undefined);
  return hints
    .flatMap((hint) => hint.toLowerCase().split(/[^a-z\d]+/))
    .filter(
      (word) =>
        word.length > 1 &&
        !/^(?:fix|feat|feature|chore|docs?|test|tests|refactor|perf|style|build|ci|release|releases|branch|bug|bugfix|hotfix|revert|main|master|wip|backport|v?\d+)$/.test(
          word,
        ),
    );
}
