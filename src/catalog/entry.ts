/** One repository of the catalog: its record, what was found out about it, what was chosen and what is configured. */
import { type RepositoryType, TYPE_TRAITS } from "../core/repository-types.ts";
import type { Package, Workspace } from "../packages/contract.ts";
import type { RepositoryRecord } from "../storage/registry/contract.ts";
import type { DependencyOrigin, RepositoryChoices, ServiceChoice } from "./choices.ts";
import { isPlaceholder } from "./dependency-edges.ts";
import type { RepositoryProfile } from "./profile.ts";

export interface EntryVersion {
  text: string;
  from: "chosen" | "tag" | "manifest" | "commit";
}

export interface CatalogEntry {
  /** Unique in the catalog. */
  name: string;
  /** Real path of the working tree. */
  path: string;
  type: RepositoryType;
  /** `set`, `configured`, or what it was told by. */
  typeReason: string;
  /** How much its files count where several repositories are asked. */
  priority: number;
  /** Files of one answer at most, where several are asked; null: as many as rank. */
  cap: number | null;
  /** Left out of questions to all repositories unless they ask for its type. */
  isAskedFor: boolean;
  version: EntryVersion | null;
  upstream: string | null;
  metadata: Readonly<Record<string, string>>;
  service: ServiceChoice | null;
  /** Names of repositories that it may depend on; null: any. */
  dependsOn: readonly string[] | null;
  /** Which package's sources it is, and for whom they were indexed; null for a repository of its own. */
  dependency: Readonly<DependencyOrigin> | null;
  files: number | null;
  generation: number;
  revision: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  indexedAt: number;
  stores: Readonly<Record<string, string>>;
  packages: readonly Package[];
  workspaces: readonly Workspace[];
  problems: readonly { code: string; message: string }[];
}

/** What the user's settings say of it. */
export interface ConfiguredRepository {
  type: RepositoryType | "detected";
  /** 0: that of its type. */
  priority: number;
}

export interface EntryParts {
  record: RepositoryRecord;
  /** Unique. */
  name: string;
  profile: RepositoryProfile | null;
  choices: RepositoryChoices;
  configured: ConfiguredRepository | null;
}

export function entryOf({ record, name, profile, choices, configured }: EntryParts): CatalogEntry {
  const { type, reason } = typeOf(profile, choices, configured);
  const traits = TYPE_TRAITS[type];
  return {
    name,
    path: record.path,
    type,
    typeReason: reason,
    priority: configured?.priority || choices.priority || traits.weight,
    cap: traits.cap,
    isAskedFor: traits.isAskedFor,
    version: versionOf(record, profile, choices),
    upstream: choices.metadata?.upstream_url ?? profile?.origin.upstream ?? null,
    metadata: choices.metadata ?? {},
    service: choices.service ?? null,
    dependsOn: choices.dependsOn ?? null,
    dependency: choices.dependency ?? null,
    files: profile?.files ?? null,
    generation: record.generation,
    revision: record.revision,
    createdAt: record.createdAt,
    indexedAt: record.updatedAt,
    stores: record.stores,
    packages: profile?.packages ?? [],
    workspaces: profile?.workspaces ?? [],
    problems: profile?.problems ?? [],
  };
}

/** What the settings say, then what was chosen, then what was found out. */
export function typeOf(
  profile: RepositoryProfile | null,
  choices: RepositoryChoices,
  configured: ConfiguredRepository | null,
): { type: RepositoryType; reason: string } {
  if (configured && configured.type !== "detected") return { type: configured.type, reason: "configured" };
  if (choices.type) return { type: choices.type, reason: "set" };
  return profile?.guess ?? { type: "monolithic", reason: "not looked at yet" };
}

function versionOf(
  { revision }: RepositoryRecord,
  profile: RepositoryProfile | null,
  choices: RepositoryChoices,
): EntryVersion | null {
  if (choices.version) return { text: choices.version, from: "chosen" };
  if (profile?.origin.tag) return { text: profile.origin.tag, from: "tag" };
  const manifest = profile?.packages.find(
    ({ root, version }) => root === "" && version !== null && !isPlaceholder(version),
  )?.version;
  if (manifest) return { text: manifest, from: "manifest" };
  return revision === null ? null : { text: revision.slice(0, 12), from: "commit" };
}
