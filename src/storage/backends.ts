/** Stores that are made from the records: a backend is a folder, and a place in the options of a factory. */
import type { GraphStore } from "./graph/contract.ts";
import type { ProjectionTargets } from "./outbox/projected-store.ts";
import type { VectorStore } from "./vectors/contract.ts";

/** Every place of records has a store of its own: ids of blobs and views mean something within one place only. */
export interface VectorBackend {
  readonly id: string;
  open(place: string): Promise<VectorStore>;
}

export interface GraphBackend {
  readonly id: string;
  open(place: string): Promise<GraphStore>;
}

export interface ProjectionBackends {
  vectors?: VectorBackend;
  graph?: GraphBackend;
}

/** Null without any. */
export async function openTargets(
  { vectors, graph }: ProjectionBackends,
  place: string,
): Promise<ProjectionTargets | null> {
  if (!vectors && !graph) return null;
  return {
    vectors: vectors && { id: `vectors ${vectors.id}`, store: await vectors.open(place) },
    graph: graph && { id: `graph ${graph.id}`, store: await graph.open(place) },
  };
}
