import type { Edge, FileLinks, Handle } from "../core/edges.ts";
import { pathOfHandle } from "../core/handles.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { SemanticsProvider } from "./contract.ts";
import { compareEdges } from "./edge-sink.ts";

/**
 * One file's links after a provider has spoken: its edges replace those of lower tiers of the kinds it covers.
 * What it cannot know stays as linking made it: other kinds of edges, and targets in files that it does not read
 * (a component in a `.vue` file, a style sheet), which it tells. Pure; links that are merged already may be
 * merged again with newer edges.
 */
export function mergeLinks(
  linked: FileLinks,
  compiler: FileLinks,
  provider: { id: string } & Pick<SemanticsProvider, "edgeKinds" | "seesTargetsIn">,
): FileLinks {
  const covered = new Set(provider.edgeKinds);
  const reads = (path: string) => provider.seesTargetsIn(path);
  const known = new Set(compiler.edges.map(({ from, kind, to }) => `${from}\0${kind}\0${to}`));
  const kept = linked.edges.filter(
    ({ from, kind, to }) =>
      kind !== "tests" &&
      (!covered.has(kind) || (!reads(pathOfHandle(to)) && !known.has(`${from}\0${kind}\0${to}`))),
  );
  const edges = [...compiler.edges, ...kept, ...testEdges(linked, compiler, reads)].sort(compareEdges);
  return {
    extractor: linked.extractor,
    refinedBy: { provider: provider.id, version: compiler.extractor },
    edges,
    unresolved: compiler.unresolved,
    unknown: linked.unknown,
    dependencies: union(linked.dependencies, compiler.dependencies),
    shown: linked.shown,
  };
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
