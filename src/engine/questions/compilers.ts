/** How far links of compiler grade go, package by package, and what keeps the rest. */
import { plural } from "../../core/counts.ts";
import { foldersUp } from "../../core/join-path.ts";
import { comparePaths, dirname } from "../../core/rel-path.ts";
import type { LinkMakers } from "../../indexing/link-makers.ts";
import type { ProviderStatus, SemanticsProvider } from "../../semantics/contract.ts";
import type { CompilerNote, ViewFile, ViewReader } from "../../storage/contract.ts";
import type { OpenProviders } from "../open-providers.ts";
import type { Counts } from "./coverage.ts";
import { countBy } from "./coverage.ts";

export interface CompilerState {
  provider: string;
  /** Files of its languages, and those of them whose links it made. */
  files: number;
  exact: number;
  /** Of the process in this server; null where none is kept. */
  process: ProviderStatus | null;
  /** Files that it gave up on last time: by reason, and by the folder at the top. */
  skipped: Counts;
  skippedIn: Counts;
  /** Those with files that are not exact, or about which there is something to say; by folder. */
  packages: PackageState[];
}

export interface PackageState {
  /** `.` for the root. */
  folder: string;
  files: number;
  exact: number;
  /** Why files are not exact, or what their links lack, a line each. */
  why: string[];
}

interface Asked {
  id: string;
  provider: SemanticsProvider;
  isOff: boolean;
  note: CompilerNote | undefined;
}

export async function compilerStates(
  reader: ViewReader,
  root: string,
  makers: LinkMakers,
  { open, skippedIn }: Pick<OpenProviders, "open" | "skippedIn">,
  isOff: boolean,
): Promise<CompilerState[]> {
  const files = await reader.files();
  const notes = (await reader.history()).compilers ?? [];
  const states: CompilerState[] = [];
  for (const [{ id }, provider] of open) {
    const sources = files.filter(
      ({ path }) => provider.speaksFor(path) || (provider.whyNot?.(path) ?? null) !== null,
    );
    if (sources.length === 0) continue;
    const made = await makers.of(reader, sources);
    const exact = new Set(
      made.flatMap(({ file, maker }) => (maker?.provider === id ? [file.path as string] : [])),
    );
    const skipped = skippedIn(root).filter(({ path }) => provider.speaksFor(path));
    const note = notes.find((one) => one.provider === id);
    states.push({
      provider: id,
      files: sources.length,
      exact: exact.size,
      process: provider.status?.() ?? null,
      skipped: countBy(skipped, ({ reason }) => reason),
      skippedIn: countBy(skipped, ({ path }) => path.split("/").slice(0, -1).slice(0, 2).join("/") || "."),
      packages: packageStates({ id, provider, isOff, note }, files, sources, exact),
    });
  }
  return states;
}

function packageStates(
  asked: Asked,
  files: readonly ViewFile[],
  sources: readonly ViewFile[],
  exact: ReadonlySet<string>,
): PackageState[] {
  const isManifest = (path: string) => asked.provider.isManifest?.(path) ?? false;
  const manifests = new Set(files.flatMap(({ path }) => (isManifest(path) ? [dirname(path) as string] : [])));
  const packageOf = (folder: string): string =>
    [...foldersUp(folder)].find((one) => manifests.has(one)) ?? "";
  const byPackage = new Map<string, string[]>();
  for (const { path } of sources) {
    const folder = packageOf(dirname(path));
    const paths = byPackage.get(folder);
    if (paths) paths.push(path);
    else byPackage.set(folder, [path]);
  }
  const states = [...byPackage].map(([folder, paths]) => {
    const made = paths.filter((path) => exact.has(path)).length;
    const why = reasons(asked, folder, paths, made, packageOf);
    return { folder: folder || ".", files: paths.length, exact: made, why };
  });
  return states
    .filter(({ why }) => why.length > 0)
    .sort((a, b) => a.exact / a.files - b.exact / b.files || comparePaths(a.folder, b.folder));
}

function reasons(
  { provider, isOff, note }: Asked,
  folder: string,
  paths: readonly string[],
  made: number,
  packageOf: (folder: string) => string,
): string[] {
  const known = (note?.problems ?? [])
    .filter(({ path }) => packageOf(dirname(path)) === folder)
    .map(({ path, message }) => `${path} ${message}`);
  if (made === paths.length) return known;
  const whyNot = provider.whyNot?.(paths[0]!) ?? null;
  if (whyNot !== null) return [whyNot];
  if (isOff) return ["the setting `semantics` is off"];
  const skipped = (note?.skipped ?? [])
    .filter((one) => packageOf(one.folder) === folder)
    .map(({ files, reason }) => `${plural(files, "file")}: ${reason}`);
  const failure = note?.failure ? [`${note.failure.message} [${note.failure.code}]`] : [];
  const told = [...known, ...skipped, ...failure];
  if (told.length > 0) return told;
  return [note ? "changed since the compiler was asked" : "no compiler was asked yet"];
}
