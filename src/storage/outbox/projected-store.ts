/**
 * A store of records whose readers ask projections where these are up to date, and the records where they are not: a
 * projection that lags, fails or is away makes an answer slower, never older and never empty.
 */
import type { GraphReader, GraphStore } from "../graph/contract.ts";
import { graphOfRecords } from "../graph/from-records.ts";
import type { ViewId } from "../ids.ts";
import type { RecordStore, ViewReader } from "../records/contract.ts";
import type { VectorReader, VectorStore } from "../vectors/contract.ts";
import { GraphProjection } from "./graph-projection.ts";
import { Projector, pendingOf } from "./projector.ts";
import { VectorProjection } from "./vector-projection.ts";

export interface ProjectionTargets {
  vectors?: { id: string; store: VectorStore } | undefined;
  graph?: { id: string; store: GraphStore } | undefined;
}

export interface ProjectedStore {
  store: RecordStore;
  projector: Projector;
}

export async function withProjections(
  records: RecordStore,
  targets: ProjectionTargets,
  whileWriting: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<ProjectedStore> {
  const { vectors, graph } = targets;
  const projections = [
    ...(vectors ? [new VectorProjection(vectors.id, vectors.store)] : []),
    ...(graph ? [new GraphProjection(graph.id, graph.store)] : []),
  ];
  const { applied } = await records.outbox.state();
  const added = projections.filter(({ id }) => !applied.has(id));
  if (added.length > 0)
    await whileWriting(async () => {
      for (const { id } of added) await records.outbox.register(id);
    });
  const projector = new Projector(records, projections, whileWriting);
  const read = async (view: ViewId): Promise<ViewReader> => {
    const reader = await records.read(view);
    const state = await records.outbox.state();
    const isReady = (id: string) => pendingOf(state, id) === 0;
    return overriding(reader, {
      ...(vectors && isReady(vectors.id) && { vectors: await proposing(reader, vectors, projector) }),
      ...(graph && isReady(graph.id) && { graph: asking(reader, graph, projector) }),
    });
  };
  return { store: overriding(records, { read }), projector };
}

/** Proposals come from the projection; rows and coverage from the records, which are the truth. */
async function proposing(
  reader: ViewReader,
  { id, store }: { id: string; store: VectorStore },
  projector: Projector,
): Promise<VectorReader> {
  const own = reader.vectors;
  const blobs = [...new Set((await reader.files()).map(({ blob }) => blob))];
  return {
    isScanned: false,
    coverage: () => own.coverage(),
    read: (model, wanted) => own.read(model, wanted),
    nearest: async (model, question, k) => {
      try {
        const near = await store.of(blobs).nearest(model, question, k);
        projector.noteAnswered(id);
        return near;
      } catch (error) {
        projector.noteUnanswered(id, error);
        return own.nearest(model, question, k);
      }
    },
  };
}

function asking(
  reader: ViewReader,
  { id, store }: { id: string; store: GraphStore },
  projector: Projector,
): GraphReader {
  const own = graphOfRecords(reader);
  const view = reader.info.id;
  const isSame = async () => (await store.generationOf(view)) === reader.info.generation;
  const ask = async <T>(question: (graph: GraphReader) => Promise<T>): Promise<T> => {
    try {
      // Asked again afterwards: a newer generation may have arrived in the midst.
      if (await isSame()) {
        const answer = await question(store.of(view));
        projector.noteAnswered(id);
        if (await isSame()) return answer;
      }
    } catch (error) {
      projector.noteUnanswered(id, error);
    }
    return question(own);
  };
  return {
    neighbours: (asked) => ask((graph) => graph.neighbours(asked)),
    path: (from, to, bounds) => ask((graph) => graph.path(from, to, bounds)),
  };
}

/** The same object with some properties replaced. */
function overriding<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (name in own) return own[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
