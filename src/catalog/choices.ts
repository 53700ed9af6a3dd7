/** What somebody chose for a repository; it stands over what was found out about it, and under the settings. */
import type { RepositoryType } from "../core/repository-types.ts";

export const SERVICE_TYPES = ["rest", "graphql", "grpc", "library"] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export interface ServiceChoice {
  id: string;
  type: ServiceType;
  /** Path of its contract inside the repository. */
  spec?: string;
}

/** What of the tree is taken in. */
export interface IndexingChoices {
  /** Only files of these languages. */
  languages?: string[];
  /** False leaves markdown out, but for a README at the root. */
  includesMarkdown?: boolean;
  /** False takes in what git ignores. */
  respectsGitignore?: boolean;
  /** True takes in folders that build tools fill: a published package is what they made. */
  includesBuildOutput?: boolean;
  /** Files with more lines are left out. */
  maxLines?: number;
  /** Lines about files are written by rules, whatever the settings say. */
  summariesByRules?: boolean;
}

export interface DependencyOrigin {
  ecosystem: string;
  package: string;
  /** Roots of the repositories that it was indexed for. */
  of: string[];
}

export interface RepositoryChoices {
  name?: string;
  type?: RepositoryType;
  /** Weight of its files where several repositories are asked. */
  priority?: number;
  version?: string;
  /** Free words for people: what it was indexed for, where it comes from. */
  metadata?: Record<string, string>;
  service?: ServiceChoice;
  /** Names of repositories that its needs are looked for in; all when absent. */
  dependsOn?: string[];
  indexing?: IndexingChoices;
  /** The sources of a package that other repositories depend on; it goes when none of them needs it. */
  dependency?: DependencyOrigin;
}

export function readChoices(text: string | null | undefined): RepositoryChoices {
  return text ? (JSON.parse(text) as RepositoryChoices) : {};
}

/** Given ones replace earlier ones; null takes one back. */
export function changeChoices(
  before: RepositoryChoices,
  change: { [Key in keyof RepositoryChoices]: RepositoryChoices[Key] | null | undefined },
): RepositoryChoices {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = { ...before, ...Object.fromEntries(given) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
