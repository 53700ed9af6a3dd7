/** From a request to the repositories and folders that are asked: a pure function of the catalog. */
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import {
  MAX_MEMBERS,
  type MemberNeed,
  type MemberOrigin,
  type Scope,
  type ScopeMember,
} from "../core/scope.ts";
import { spokenName } from "../core/spoken-name.ts";
import type { Package } from "../packages/contract.ts";
import { describeEdge, type PackageEdge, packageEdges, versionDiffers } from "./dependency-edges.ts";
import type { CatalogEntry } from "./entry.ts";
import { CATALOG_ERRORS } from "./errors.ts";

export const SCOPE_KINDS = ["repository", "global", "service", "workspace", "boundary-aware"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export const MAX_DEPENDENCY_DEPTH = 5;
export const DEFAULT_DEPENDENCY_DEPTH = 2;

export interface ScopeRequest {
  kind: ScopeKind;
  /** Where a question starts, or what it is limited to; names of the catalog. */
  repositories: readonly string[];
  /** Name, or folder, of a package of these repositories; of all when none is named. */
  package?: string | undefined;
  service?: string | undefined;
  /** For `boundary-aware`. */
  includesDependencies?: boolean | undefined;
  depth?: number | undefined;
  includesReferences?: boolean | undefined;
  includesDocumentation?: boolean | undefined;
  maxReferences?: number | undefined;
  maxDocumentation?: number | undefined;
}

/** A repository asks another one over a contract. */
export interface ServiceEdge {
  from: string;
  to: string;
  /** `POST /api/verify`. */
  keys: readonly string[];
  /** No call of them is proven to go there. */
  isGuess: boolean;
  /** `payment calls POST /api/verify`. */
  text: string;
}

/** `calls`: for `boundary-aware`, who asks whom over contracts. */
export function resolveScope(
  entries: readonly CatalogEntry[],
  request: ScopeRequest,
  calls: readonly ServiceEdge[] = [],
): Scope {
  const members = bounded(membersOf(entries, request, calls), request, entries);
  const [first, ...others] = members;
  if (!first)
    throw new AppError("SCOPE_EMPTY", "no indexed repository is in this scope", {
      hint: CATALOG_ERRORS.SCOPE_EMPTY,
    });
  if (members.length > MAX_MEMBERS)
    throw new AppError("SCOPE_TOO_LARGE", `${members.length} repositories were asked at once`, {
      hint: CATALOG_ERRORS.SCOPE_TOO_LARGE,
    });
  return others.length === 0 ? [first] : withNeeds([first, ...others], entries);
}

/** Who of the members depends on whom. */
function withNeeds([first, ...others]: Scope, entries: readonly CatalogEntry[]): Scope {
  const edges = packageEdges(entries).filter(({ from, to }) => from !== to);
  const needing = (member: ScopeMember): ScopeMember => {
    const own = edges.filter(({ from }) => from === member.name);
    const needs = [first, ...others].flatMap(({ name }): MemberNeed[] => {
      const met = own.filter(({ to }) => to === name);
      if (met.length === 0) return [];
      // A hundred packages of a monorepo that ask for the same say it once.
      const packages = new Map<string, MemberNeed["packages"][number]>();
      for (const { toPackage, asked, indexed } of met) {
        const differs = versionDiffers(asked, indexed) ? { asked, indexed: indexed! } : null;
        packages.set(`${toPackage.name}\0${differs?.asked ?? ""}`, { name: toPackage.name, differs });
      }
      return [{ repository: name, packages: [...packages.values()] }];
    });
    return { ...member, needs };
  };
  return [needing(first), ...others.map(needing)];
}

function membersOf(
  entries: readonly CatalogEntry[],
  request: ScopeRequest,
  calls: readonly ServiceEdge[],
): ScopeMember[] {
  const named = request.repositories.map((name) => entryCalled(entries, name));
  const around = named.length > 0 ? named : entries;
  switch (request.kind) {
    case "repository":
      return named.map((entry) => memberOf(entry));
    case "global":
      return globalMembers(entries, named, request);
    case "service":
      return serviceMembers(around, request.service);
    case "workspace":
      return packageMembers(around, request.package);
    case "boundary-aware":
      return boundaryMembers(entries, startsOf(around, named, request), request, calls);
  }
}

function memberOf(
  entry: CatalogEntry,
  folders: readonly string[] = [],
  origin: MemberOrigin = { kind: "asked" },
): ScopeMember {
  const { path: root, name, priority: weight, cap, type, service } = entry;
  return {
    root,
    name,
    folders,
    weight,
    cap,
    ...(cap !== null && { group: type }),
    origin,
    needs: [],
    ...(service && { serviceId: service.id }),
  };
}

function globalMembers(
  entries: readonly CatalogEntry[],
  named: readonly CatalogEntry[],
  { includesReferences = false, includesDocumentation = false }: ScopeRequest,
): ScopeMember[] {
  const isIn = (entry: CatalogEntry) =>
    !entry.isAskedFor ||
    named.includes(entry) ||
    (entry.type === "documentation" ? includesDocumentation : includesReferences);
  return entries.filter(isIn).map((entry) => memberOf(entry));
}

function serviceMembers(entries: readonly CatalogEntry[], service: string | undefined): ScopeMember[] {
  if (service === undefined) throw lacking("service", "the name of a service");
  const configured = entries.filter((entry) => entry.service?.id === service);
  if (configured.length > 0) return configured.map((entry) => memberOf(entry));
  const called = entries.filter(({ name, type }) => name === service && type === "microservice");
  if (called.length > 0) return called.map((entry) => memberOf(entry));
  const packages = packagesCalled(entries, service);
  if (packages.length > 0) return packages.map(({ entry, found }) => memberOf(entry, foldersOf(found)));
  const known = [...new Set(entries.flatMap(servicesOf))];
  throw new AppError("SERVICE_UNKNOWN", `no service is called ${displayPath(service)}`, {
    hint: `${CATALOG_ERRORS.SERVICE_UNKNOWN}${listOf(known)}`,
  });
}

/** What the service scope knows one by. */
export function servicesOf({ service, type, name }: CatalogEntry): string[] {
  if (service) return [service.id];
  return type === "microservice" ? [name] : [];
}

function packageMembers(entries: readonly CatalogEntry[], name: string | undefined): ScopeMember[] {
  if (name === undefined) throw lacking("workspace", "the name or folder of a package");
  const found = packagesCalled(entries, name);
  if (found.length === 0) throw packageUnknown(entries, name);
  return merged(found.map(({ entry, found: one }) => memberOf(entry, foldersOf(one))));
}

/** By its name, then by its folder, then by the last part of either. */
function packagesCalled(
  entries: readonly CatalogEntry[],
  name: string,
): { entry: CatalogEntry; found: Package }[] {
  const all = entries.flatMap((entry) => entry.packages.map((found) => ({ entry, found })));
  const tests: ((one: Package) => boolean)[] = [
    (one) => one.name === name,
    (one) => one.root === name,
    (one) => lastPart(one.name) === name || (one.root !== "" && lastPart(one.root) === name),
  ];
  for (const test of tests) {
    const hits = all.filter(({ found }) => test(found));
    if (hits.length > 0) return hits;
  }
  return [];
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf(":")) + 1);
}

/** The package at the root is the whole repository. */
function foldersOf({ root }: Package): string[] {
  return root === "" ? [] : [root];
}

interface Start {
  entry: CatalogEntry;
  /** Null: the whole repository. */
  found: Package | null;
}

function startsOf(
  around: readonly CatalogEntry[],
  named: readonly CatalogEntry[],
  request: ScopeRequest,
): Start[] {
  if (request.package !== undefined) {
    const found = packagesCalled(around, request.package);
    if (found.length === 0) throw packageUnknown(around, request.package);
    return found;
  }
  if (named.length === 0) throw lacking("boundary-aware", "a repository or package to start from");
  return named.map((entry) => ({ entry, found: null }));
}

/** Breadth first over what is depended on; whoever is reached first keeps its depth, so cycles end. */
function boundaryMembers(
  entries: readonly CatalogEntry[],
  starts: readonly Start[],
  { includesDependencies = true, depth = DEFAULT_DEPENDENCY_DEPTH }: ScopeRequest,
  calls: readonly ServiceEdge[],
): ScopeMember[] {
  const members = starts.map(({ entry, found }) => memberOf(entry, found ? foldersOf(found) : []));
  if (!includesDependencies) return merged(members);
  const edges = packageEdges(entries);
  const seen = new Set(starts.map(startKey));
  let level: readonly Start[] = starts;
  for (let at = 1; at <= Math.min(depth, MAX_DEPENDENCY_DEPTH) && level.length > 0; at++) {
    const next: Start[] = [];
    const call = ({ to, text, isGuess }: ServiceEdge) => {
      const entry = entries.find(({ name }) => name === to);
      if (!entry || seen.has(entry.name)) return;
      seen.add(entry.name);
      next.push({ entry, found: null });
      const by = isGuess ? "may call" : "calls";
      members.push(memberOf(entry, [], { kind: "depends-on", depth: at, via: text, by }));
    };
    for (const start of level) {
      const own = calls.filter(({ from }) => from === start.entry.name);
      for (const edge of own) if (!edge.isGuess) call(edge);
      for (const edge of edges.filter((one) => leaves(one, start))) {
        const entry = entryCalled(entries, edge.to);
        const reached: Start = { entry, found: edge.toPackage.root === "" ? null : edge.toPackage };
        if (seen.has(startKey(reached)) || seen.has(entry.name)) continue;
        seen.add(startKey(reached));
        next.push(reached);
        const by = `package ${spokenName(edge.toPackage.name)}`;
        const origin: MemberOrigin = { kind: "depends-on", depth: at, via: describeEdge(edge), by };
        members.push(memberOf(entry, foldersOf(edge.toPackage), origin));
      }
      // A guess may bring a repository in, but adds nothing to packages that are there for a reason.
      for (const edge of own) if (edge.isGuess && !members.some(({ name }) => name === edge.to)) call(edge);
    }
    level = next;
  }
  return merged(members);
}

/** A repository as a whole stands for all of its packages. */
function startKey({ entry, found }: Start): string {
  return found === null ? entry.name : `${entry.name}\0${found.root}`;
}

function leaves(edge: PackageEdge, { entry, found }: Start): boolean {
  if (edge.from !== entry.name) return false;
  return found === null ? edge.to !== entry.name : edge.fromPackage.root === found.root;
}

/** One member for each repository: the folders of all, and the way by which it came in first. */
function merged(members: readonly ScopeMember[]): ScopeMember[] {
  const byName = new Map<string, ScopeMember>();
  for (const member of members) {
    const known = byName.get(member.name);
    if (!known) byName.set(member.name, member);
    else {
      const isWhole = known.folders.length === 0 || member.folders.length === 0;
      const folders = isWhole ? [] : [...new Set([...known.folders, ...member.folders])];
      byName.set(member.name, { ...known, folders });
    }
  }
  return [...byName.values()];
}

/** Where a repository was asked alone, its type says nothing about how many of its files count. */
function bounded(
  members: readonly ScopeMember[],
  request: ScopeRequest,
  entries: readonly CatalogEntry[],
): ScopeMember[] {
  if (members.length === 1) return members.map((member) => ({ ...member, weight: 1, cap: null }));
  return members.map((member) => {
    const { type } = entryCalled(entries, member.name);
    const most =
      type === "reference"
        ? request.maxReferences
        : type === "documentation"
          ? request.maxDocumentation
          : undefined;
    return most === undefined ? member : { ...member, cap: most };
  });
}

function entryCalled(entries: readonly CatalogEntry[], name: string): CatalogEntry {
  const found = entries.find((entry) => entry.name === name);
  if (found) return found;
  throw new AppError("REPOSITORY_UNKNOWN", `no indexed repository is called ${displayPath(name)}`, {
    hint: `${CATALOG_ERRORS.REPOSITORY_UNKNOWN}${listOf(entries.map((entry) => entry.name))}`,
  });
}

function packageUnknown(entries: readonly CatalogEntry[], name: string): AppError {
  return new AppError("PACKAGE_UNKNOWN", `no package is called ${displayPath(name)}`, {
    hint: `${CATALOG_ERRORS.PACKAGE_UNKNOWN}${listOf(entries.flatMap(({ packages }) => packages.map((one) => one.name)))}`,
  });
}

function lacking(kind: ScopeKind, input: string): AppError {
  return new AppError("SCOPE_INCOMPLETE", `scope ${kind} needs ${input}`, {
    hint: CATALOG_ERRORS.SCOPE_INCOMPLETE,
  });
}

const MAX_LISTED = 12;

function listOf(names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, MAX_LISTED).map(spokenName).join(", ");
  return ` Known: ${shown}${names.length > MAX_LISTED ? " and others" : ""}.`;
}
