/** What is found out about a repository after an update: made when its manifests or its commit changed. */
import {
  fingerprintOf,
  type GivenOrigin,
  makeProfile,
  readProfile,
  writeProfile,
} from "../catalog/profile.ts";
import { displayUrl } from "../core/display-url.ts";
import type { UpdateReport } from "../indexing/update.ts";
import { isManifest } from "../packages/find-packages.ts";
import type { RecordStore } from "../storage/contract.ts";
import { readOrigin } from "../workspace/git-origin.ts";
import type { RootJail } from "../workspace/path-jail.ts";
import { manifestsOf } from "./read-manifests.ts";

export interface DescribedRepository {
  name: string;
  jail: RootJail;
  store: RecordStore;
  /** The profile that is kept; null when there is none. */
  before: string | null;
}

/** Whether a generation says nothing new of what is registered: it is the same one, or the next, with edits of code alone. */
export function isOfSameShape(
  registered: { generation: number },
  { generation, edited }: UpdateReport,
): boolean {
  if (registered.generation === generation) return true;
  return registered.generation + 1 === generation && edited !== null && !edited.some(isManifest);
}

/** The text to keep, or null when the one that is there still fits. */
export async function describeRepository({
  name,
  jail,
  store,
  before,
}: DescribedRepository): Promise<string | null> {
  const reader = await store.read((await store.openView(jail.root)).id);
  try {
    const { revision } = reader.info;
    const tree = { name, files: await reader.files(), skipped: await reader.skipped(), revision };
    const known = before === null ? null : readProfile(before);
    if (known?.fingerprint === fingerprintOf(tree)) return null;
    const origin = await originOf(jail.root, revision);
    return writeProfile(await makeProfile(tree, origin, manifestsOf(jail)));
  } finally {
    await reader.close();
  }
}

async function originOf(root: string, revision: string | null): Promise<GivenOrigin> {
  const { tags, remote } = await readOrigin(root, revision);
  return { tags, upstream: remote === null ? null : addressOf(remote) };
}

/** `git@host:owner/name` is no address of the web; names and passwords in one that is are left out. */
function addressOf(remote: string): string {
  return /^\w+:\/\//.test(remote) ? displayUrl(remote) : remote.replace(/^[^@/]*@/, "");
}
