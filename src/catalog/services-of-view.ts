/** The services of one repository: itself, folders that are built or deployed by themselves, names that deployments give. */
import { basename, dirname, type RelPath } from "../core/rel-path.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { DeployedService } from "../specifications/contract.ts";
import { type KnownService, ServiceDirectory } from "./service-directory.ts";

/** A folder with one of these, or with a project of .NET, is built by itself. */
const BUILT_BY: ReadonlySet<string> = new Set([
  "Dockerfile",
  "package.json",
  "pyproject.toml",
  "setup.py",
  "requirements.txt",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Gemfile",
  "composer.json",
  "mix.exs",
]);

export interface ServicesSource {
  repository: string;
  /** What it was given when it was indexed; null: its name stands for it. */
  serviceId: string | null;
  paths: readonly string[];
  deployed: readonly DeployedService[];
}

/** Names of one folder follow each other; the repository itself comes first. */
export function servicesOfView({ repository, serviceId, paths, deployed }: ServicesSource): KnownService[] {
  const own: KnownService[] = [
    ...(serviceId === null ? [] : [{ name: serviceId, repository, folder: "", from: "configured" }]),
    { name: repository, repository, folder: "", from: "repository" },
  ];
  const folders = [...new Set(paths.filter(isBuilt).map((path) => dirname(path as RelPath) as string))];
  const built = folders
    .filter((folder) => folder !== "")
    .map(
      (folder): KnownService => ({ name: basename(folder as RelPath), repository, folder, from: "folder" }),
    );
  const placed = deployed.flatMap(({ name, folder, from }): KnownService[] =>
    folder === null ? [] : [{ name, repository, folder, from }],
  );
  // A name without a folder means the one that is called so, if there is one.
  const known = new ServiceDirectory([...own, ...placed, ...built]);
  const named = deployed.flatMap(({ name, folder, from }): KnownService[] => {
    const meaning = folder === null ? known.meaningOf(name) : null;
    const [only, ...more] = meaning?.kind === "services" ? meaning.services : [];
    return only && more.length === 0 ? [{ name, repository, folder: only.folder, from }] : [];
  });
  return [...own, ...placed, ...named, ...built];
}

function isBuilt(path: string): boolean {
  const name = basename(path as RelPath);
  return (BUILT_BY.has(name) || name.endsWith(".csproj")) && !isTestPath(path);
}
