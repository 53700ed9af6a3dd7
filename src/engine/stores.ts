/** The stores themselves: what is found of the one in force, and how indexes move from one to another. */
import type { Settings } from "../settings/settings.ts";
import { type CopyReport, copyView } from "../storage/copy-view.ts";
import type { StoreCheck, StoreFactory } from "../storage/factory.ts";
import { whileWriting } from "../storage/while-writing.ts";
import { readRootLayout } from "../workspace/git-layout.ts";
import { openStores } from "./record-store.ts";
import { storeFamilyOf } from "./store-family.ts";

export interface StoreCheckResult {
  name: string;
  ok: boolean;
  detail: string;
}

export interface CopiedRepository extends CopyReport {
  name: string;
  path: string;
}

export interface StoreAdmin {
  /** What is found of the store in force, or of another one with the settings as they are. */
  check(backend?: Settings["recordStore"]): Promise<StoreCheckResult[]>;
  /** Every indexed repository, without parsing; both stores keep what they have of others. */
  copy(
    from: Settings["recordStore"],
    to: Settings["recordStore"],
    onCopied: (repository: CopiedRepository) => void,
  ): Promise<void>;
}

const LOCK_TIMEOUT_MS = 30_000;

export function storeAdminOf(home: string, env: NodeJS.ProcessEnv, stores: StoreFactory): StoreAdmin {
  return {
    check: (backend) =>
      backend === undefined || backend === stores.id
        ? runChecks(stores.checks())
        : withStores(home, env, backend, (other) => runChecks(other.checks())),
    copy: (from, to, onCopied) =>
      withStores(home, env, from, (source) =>
        withStores(home, env, to, (target) => copyAll(source, target, onCopied)),
      ),
  };
}

async function withStores<T>(
  home: string,
  env: NodeJS.ProcessEnv,
  backend: Settings["recordStore"],
  work: (stores: StoreFactory) => Promise<T>,
): Promise<T> {
  const stores = await openStores(backend, home, env);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

function runChecks(checks: readonly StoreCheck[]): Promise<StoreCheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, probe }) => {
      try {
        return { name, ok: true, detail: await probe() };
      } catch (error) {
        return { name, ok: false, detail: (error as Error).message };
      }
    }),
  );
}

async function copyAll(
  source: StoreFactory,
  target: StoreFactory,
  onCopied: (repository: CopiedRepository) => void,
): Promise<void> {
  const [from, to] = [await source.openRegistry(), await target.openRegistry()];
  const timeout = { timeoutMs: LOCK_TIMEOUT_MS };
  for (const record of await from.list()) {
    const { name, path, type, revision, updatedAt } = record;
    const here = source.placeAt(record.place);
    const there = target.placeOf(storeFamilyOf(path, readRootLayout(path)));
    const [{ store }, { store: other }] = [await here.open(), await there.open()];
    const view = (await store.listViews()).find(({ root }) => root === path);
    if (!view) continue;
    const report = await whileWriting(here, timeout, () =>
      whileWriting(there, timeout, () => copyView(store, other, view)),
    );
    const { generation } = await other.openView(path);
    await to.upsert({ name, path, type, place: there.key, generation, revision, updatedAt });
    for (const kind of ["choices", "profile"] as const)
      await to.writeNote(path, kind, await from.readNote(path, kind));
    onCopied({ name, path, ...report });
  }
}
