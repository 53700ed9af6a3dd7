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

/** What is kept of a repository beside its record: what was chosen for it, and what was found out about it. */
export type NoteKind = "choices" | "profile";

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
  /** Text that was noted for the tree at this path, whether or not it has a record yet. */
  readNote(path: string, kind: NoteKind): Promise<string | null>;
  /** All of one kind, by path. */
  readNotes(kind: NoteKind): Promise<Map<string, string>>;
  /** Null forgets it. */
  writeNote(path: string, kind: NoteKind, text: string | null): Promise<void>;
  /** False when there was none. Notes go with the record; the store is left alone. */
  remove(path: string): Promise<boolean>;
  close(): Promise<void>;
}
