/** Which repositories are indexed, where, and which stores hold their data; one for all processes of a home. */
export interface RepositoryRecord {
  id: number;
  /** What people call it; need not be unique. */
  name: string;
  /** Real path of the working tree; unique. */
  path: string;
  /** `git`, `folder`, or a repository type such as `monorepo` once known. */
  type: string;
  /** Key of the place of its family's store: all worktrees of a clone share one. */
  place: string;
  /** Which store holds what, e.g. { records: "sqlite", vectors: "qdrant:code" }. */
  stores: Record<string, string>;
  /** Generation last published, 0 before the first. */
  generation: number;
  revision: string | null;
  createdAt: number;
  /** When it was indexed last. */
  updatedAt: number;
}

/** Fields left out keep their value. */
export type RepositoryUpdate = Pick<RepositoryRecord, "name" | "path" | "type" | "place"> &
  Partial<Pick<RepositoryRecord, "stores" | "generation" | "revision" | "updatedAt">>;

export interface Registry {
  /** Adds the repository at this path or changes what is known of it. */
  upsert(update: RepositoryUpdate): Promise<RepositoryRecord>;
  /** Ascending by name, then path. */
  list(): Promise<RepositoryRecord[]>;
  /** The repository whose tree is at this path. */
  findByPath(path: string): Promise<RepositoryRecord | null>;
  /** The innermost repository whose tree holds this path. */
  findContaining(path: string): Promise<RepositoryRecord | null>;
  /** All with this name, ascending by path. */
  findByName(name: string): Promise<RepositoryRecord[]>;
  /** False when there was none. Leaves the store alone. */
  remove(path: string): Promise<boolean>;
  close(): Promise<void>;
}
