/**
 * Places of several repositories in one answer: `repository:path` and `repository:path#name`. Inside one repository
 * paths and handles stay bare.
 */
export interface Place {
  /** Null: the text names no repository of the scope. */
  repository: string | null;
  /** What follows the name; the whole text when there is none. */
  rest: string;
}

export function qualify(repository: string, place: string): string {
  return `${repository}:${place}`;
}

/** `ns::name`, `file:12` and `C:\x` have a colon and name no repository, whatever the repositories are called. */
const NOT_A_PLACE = /^(?:[:\\]|\d+(?::\d+)?$|$)/;

/** A prefix counts only when it names a member of the scope that is asked. */
export function splitPlace(text: string, isMember: (name: string) => boolean): Place {
  const at = text.indexOf(":");
  const rest = text.slice(at + 1);
  if (at < 0 || NOT_A_PLACE.test(rest) || !isMember(text.slice(0, at)))
    return { repository: null, rest: text };
  return { repository: text.slice(0, at), rest };
}

/** The place inside the repository that is known to stand before it. */
export function withoutRepository(repository: string, place: string): string {
  return place.startsWith(`${repository}:`) ? place.slice(repository.length + 1) : place;
}
