/** What kind of thing a repository is to whoever asks, and what follows for questions to several of them. */
export const REPOSITORY_TYPES = [
  "monolithic",
  "microservice",
  "monorepo",
  "library",
  "reference",
  "documentation",
] as const;
export type RepositoryType = (typeof REPOSITORY_TYPES)[number];

export interface TypeTraits {
  /** How much its files count beside those of others, 1 for the same. */
  weight: number;
  /** Files of one answer where several repositories are asked; null: as many as rank. */
  cap: number | null;
  /** Whether a question to all repositories leaves it out unless it asks for the type or names it. */
  isAskedFor: boolean;
}

const OWN_CODE: TypeTraits = { weight: 1, cap: null, isAskedFor: false };

/** What is there to look things up in counts less than what is worked on, and fills no answer. */
export const TYPE_TRAITS: Readonly<Record<RepositoryType, TypeTraits>> = {
  monolithic: OWN_CODE,
  microservice: OWN_CODE,
  monorepo: OWN_CODE,
  library: { ...OWN_CODE, weight: 0.8 },
  reference: { weight: 0.6, cap: 5, isAskedFor: true },
  documentation: { weight: 0.5, cap: 3, isAskedFor: true },
};

export function isRepositoryType(text: string): text is RepositoryType {
  return (REPOSITORY_TYPES as readonly string[]).includes(text);
}
