/** What the reader of an answer about contracts must know of it. */
import { plural } from "../../core/counts.ts";
import type { Contracts } from "../../engine/engine.ts";

/** Codes alone stand among our words; messages may hold text of the repository. */
export function contractNotes({ isComplete, problems }: Contracts): string[] {
  const notes: string[] = [];
  if (!isComplete) notes.push("some files have more literals than are kept: there may be more");
  if (problems.length > 0) {
    const codes = [...new Set(problems.map(({ code }) => code))].join(", ");
    notes.push(`${plural(problems.length, "problem")} with specifications (${codes}): listed at the end`);
  }
  return notes;
}

export function problemLines({ problems }: Contracts): string[] {
  if (problems.length === 0) return [];
  return ["problems:", ...problems.map(({ path, message }) => `  ${path}: ${message}`)];
}

/** What rules look for, for an answer that found nothing. */
export function nothingFound({ frameworks }: Contracts): string {
  return `rules know ${frameworks.join(", ")} and specifications in OpenAPI, AsyncAPI, GraphQL and protobuf, so this says nothing about others`;
}
