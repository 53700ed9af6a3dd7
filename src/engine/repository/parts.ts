/** What a repository is made of, and what whoever asks it may say. */
import type { Problem } from "../../core/errors.ts";
import type { FileParser } from "../../indexing/parse-step.ts";
import type { OnProgress, ProgressEvent } from "../../indexing/progress.ts";
import type { UpdateReport } from "../../indexing/update.ts";
import type { SearchIndexCache } from "../../retrieval/index.ts";
import type { Settings } from "../../settings/settings.ts";
import type { RecordStore, ViewReader } from "../../storage/contract.ts";
import type { StorePlace } from "../../storage/factory.ts";
import type { Projector } from "../../storage/outbox/projector.ts";
import { whileWriting } from "../../storage/while-writing.ts";
import type { TreeWatcher } from "../../watching/tree-watcher.ts";
import type { RootJail } from "../../workspace/path-jail.ts";
import type { ParseContents } from "../changes/parse-contents.ts";
import type { Embeddings } from "../embeddings.ts";
import type { OpenProviders } from "../open-providers.ts";
import type { TimeLimit } from "../time-limit.ts";

/** What an update of a root tells to whoever looks on. */
export type UpdateNews = { root: string } & (
  | { kind: "progress"; event: ProgressEvent }
  /** Also of a part of the first index. */
  | { kind: "published"; report: UpdateReport; ms: number }
  | { kind: "failed"; error: unknown; ms: number }
  /** By another process that shares the store. */
  | { kind: "heard"; generation: number; files: number }
);

export interface RepositoryParts {
  jail: RootJail;
  settings: Settings;
  /** What the repository's own file asks for and does not get. */
  settingsProblems: readonly Problem[];
  /** Whether its type, as it is known now, is that of documentation. */
  isDocumentation: () => Promise<boolean>;
  embeddings: Embeddings;
  store: RecordStore;
  /** Brings stores that are made from this one up to it; null when there are none. */
  projector: Projector | null;
  /** Of the store. */
  place: StorePlace;
  /** Tells this store from one that is built anew in its place. */
  storeIdentity: string;
  /** Changes with what is stored; updates are shared only between processes of one format. */
  storeFormat: number;
  parser: FileParser;
  searchIndexes: SearchIndexCache;
  parseContents: ParseContents;
  semantics: OpenProviders;
  /** Tells whether the tree changed since the last scan; null: every question scans. */
  watcher: TreeWatcher | null;
  /** Makes grammars that the user added meanwhile known; tells what is wrong with them. */
  refreshLanguages: () => Problem[];
  /** Until this resolves, another one of this process is writing the same index. */
  predecessor?: Promise<void> | undefined;
  /** Hears of every update, also while it runs; must not throw. */
  onNews: (news: UpdateNews) => void;
  /** Hears of every finished update. */
  onUpdated: (report: UpdateReport) => Promise<void>;
  /** Something to tell with the first update. */
  problem: Problem | null;
}

export interface RefreshOptions {
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

export interface ReadRefreshOptions extends RefreshOptions {
  isStaleAllowed: boolean;
  /** Scan the tree even when watching says that nothing changed. */
  mustScan?: boolean | undefined;
  /** How long to wait for the comparison with the tree when an older generation is there; default: to its end. */
  waitMs?: number | undefined;
  /** Wait so long for another writer, too, however long its lock is waited for otherwise. */
  outlastsWriters?: boolean | undefined;
  /** How long the session may be read from. */
  limit?: TimeLimit | undefined;
}

/** Runs `work` while holding the family's writer lock; a fired signal ends the wait for it. */
export function underLock<T>(
  { place, settings }: Pick<RepositoryParts, "place" | "settings">,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return whileWriting(place, { timeoutMs: settings.lockTimeoutMs, signal }, work);
}

/** Lends a reader of the last generation. */
export async function withReader<T>(
  { store, jail }: Pick<RepositoryParts, "store" | "jail">,
  use: (reader: ViewReader) => Promise<T>,
): Promise<T> {
  const view = await store.openView(jail.root);
  const reader = await store.read(view.id);
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}
