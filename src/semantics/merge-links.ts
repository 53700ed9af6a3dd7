import type { Edge, FileLinks, Handle, UnresolvedUse } from "../core/edges.ts";
import { parseHandle, pathOfHandle } from "../core/handles.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { SemanticsProvider } from "./contract.ts";
import { compareEdges } from "./edge-sink.ts";

/**
 * One file's links after a provider has spoken: its edges replace those of lower tiers of the kinds it covers.
 * What it cannot know stays as linking made it: other kinds of edges, and targets in files that it does not read
 * (a component in a `.vue` file, a style sheet), which it tells, and uses that it leaves to rules. Pure; links that are merged already may be
 * merged again with newer edges.
 */
export function mergeLinks(
  linked: FileLinks,
  compiler: FileLinks,
  provider: { id: string } & Pick<SemanticsProvider, "edgeKinds" | "seesTargetsIn" | "leavesUsesToRules">,
): FileLinks {
  const covered = new Set(provider.edgeKinds);
  const reads = (path: string) => provider.seesTargetsIn(path);
  const known = new Set(compiler.edges.map(({ from, kind, to }) => `${from}\0${kind}\0${to}`));
  const kept = linked.edges.filter(
    ({ from, kind, to }) =>
      kind !== "tests" &&
      (!covered.has(kind) || (!reads(pathOfHandle(to)) && !known.has(`${from}\0${kind}\0${to}`))),
  );
  const ruled = provider.leavesUsesToRules
    ? ruledEdges(linked, (edge) => covered.has(edge.kind) && reads(pathOfHandle(edge.to)))
    : null;
  const lent = lendEdges(ruled ?? [], compiler.unresolved, known);
  const isLent = new Set(lent.flatMap(sitesOf));
  const edges = [...compiler.edges, ...kept, ...lent, ...testEdges(linked, compiler, reads)].sort(
    compareEdges,
  );
  return {
    extractor: linked.extractor,
    refinedBy: { provider: provider.id, version: compiler.extractor },
    edges,
    ...(ruled && { ruled }),
    unresolved: compiler.unresolved.filter((use) => !isLent.has(`${use.line} ${use.name}`)),
    unknown: linked.unknown,
    dependencies: union(linked.dependencies, compiler.dependencies),
    shown: linked.shown,
  };
}

/** What the linker found, whether or not a provider has spoken since. */
function ruledEdges(linked: FileLinks, isReplaced: (edge: Edge) => boolean): Edge[] {
  return linked.ruled ?? (linked.refinedBy ? [] : linked.edges.filter(isReplaced));
}

/** Edges of rules for the uses that the compiler could not resolve, with the lines of these uses alone. */
function lendEdges(
  ruled: readonly Edge[],
  unresolved: readonly UnresolvedUse[],
  known: ReadonlySet<string>,
): Edge[] {
  const open = new Set(unresolved.map(({ line, name }) => `${line} ${name}`));
  return ruled.flatMap((edge) => {
    if (known.has(`${edge.from}\0${edge.kind}\0${edge.to}`)) return [];
    const name = lastName(edge.to);
    const lines = edge.lines.filter((line) => open.has(`${line} ${name}`));
    return lines.length > 0 ? [{ ...edge, lines }] : [];
  });
}

function sitesOf({ to, lines }: Edge): string[] {
  return lines.map((line) => `${line} ${lastName(to)}`);
}

function lastName(handle: Handle): string {
  return parseHandle(handle)?.qualifiedName?.split(".").at(-1) ?? "";
}

/** A test exercises what it calls: the compiler's calls decide, where linking had to guess. */
function testEdges(linked: FileLinks, compiler: FileLinks, reads: (path: string) => boolean): Edge[] {
  const kept = linked.edges.filter(
    ({ kind, to }) => kind === "tests" && (isFile(to) || !reads(pathOfHandle(to))),
  );
  const known = new Set(kept.map(({ from, to }) => `${from}\0${to}`));
  for (const { from, to, kind, tier, lines } of compiler.edges) {
    const isExercise = kind === "calls" && isTestPath(pathOfHandle(from)) && !isTestPath(pathOfHandle(to));
    if (!isExercise || known.has(`${from}\0${to}`)) continue;
    kept.push({ from, to, kind: "tests", tier, lines });
  }
  return kept;
}

/** A whole file is its own path. */
function isFile(handle: Handle): boolean {
  return pathOfHandle(handle) === (handle as string);
}

function union(a: readonly number[], b: readonly number[]): number[] {
  return [...new Set([...a, ...b])].sort((left, right) => left - right);
}
