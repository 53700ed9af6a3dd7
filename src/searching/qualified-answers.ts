/** Answers of one member as a federation gives them: with the repository's name before every path. */
import type { Edge, Handle } from "../core/edges.ts";
import { qualify, withoutRepository } from "../core/qualified-places.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { Accounting } from "../navigation/accounting/contract.ts";
import type { SymbolGroup } from "../navigation/find-symbol.ts";
import type { RelatedSymbol } from "../navigation/related.ts";
import type { Trace } from "../navigation/trace.ts";
import type { SymbolHit } from "../storage/contract.ts";

export function qualifyGroup(repository: string, group: SymbolGroup): SymbolGroup {
  const place = <P extends string>(path: P) => qualify(repository, path) as P;
  return { ...renamed(group, place), repository };
}

/** As the member itself knows it. */
export function bareGroup(group: SymbolGroup): SymbolGroup {
  const { repository, ...bare } = group;
  if (repository === undefined) return group;
  return renamed(bare, (path) => withoutRepository(repository, path) as typeof path);
}

function renamed(group: SymbolGroup, place: <P extends string>(path: P) => P): SymbolGroup {
  return {
    ...group,
    path: place(group.path),
    ...(group.isFile && { qualifiedName: place(group.qualifiedName) }),
    hits: group.hits.map((hit) => ({ ...hit, path: place(hit.path) })),
  };
}

export function qualifyTrace(repository: string, trace: Trace): Trace {
  const handle = (bare: Handle) => qualify(repository, bare) as Handle;
  return {
    ...trace,
    start: trace.start.map(handle),
    rows: trace.rows.map((row) => ({
      ...row,
      handle: handle(row.handle),
      site: qualify(repository, row.site),
      ...(row.through && { through: handle(row.through) }),
      repository,
    })),
  };
}

export function qualifyAccounting(repository: string, accounting: Accounting): Accounting {
  const place = <S extends { path: string; from: Handle }>(site: S): S => ({
    ...site,
    path: qualify(repository, site.path),
    from: qualify(repository, site.from) as Handle,
  });
  return {
    ...accounting,
    undecided: accounting.undecided.map(place),
    unlinked: accounting.unlinked.map(place),
    overrides: accounting.overrides.map(place),
  };
}

export function qualifyRelated(repository: string, related: RelatedSymbol): RelatedSymbol {
  const handle = (bare: Handle) => qualify(repository, bare) as Handle;
  return {
    ...related,
    handle: handle(related.handle),
    path: qualify(repository, related.path),
    shared: related.shared.map(handle),
  };
}

export function qualifyEdge(repository: string, edge: Edge): Edge {
  const handle = (bare: Handle) => qualify(repository, bare) as Handle;
  return { ...edge, from: handle(edge.from), to: handle(edge.to) };
}

export function qualifyHit(repository: string, hit: SymbolHit): SymbolHit {
  return { ...hit, path: qualify(repository, hit.path) as RelPath };
}
