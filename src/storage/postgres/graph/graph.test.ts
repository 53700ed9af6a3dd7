import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EDGE_KINDS, type FileLinks, type Handle, TIERS } from "../../../core/edges.ts";
import {
  freshSchema,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../../testing/postgres-server.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob } from "../../contract-fixtures.ts";
import { runGraphContract } from "../../graph/contract-suite.ts";
import { graphOfRecords } from "../../graph/from-records.ts";
import { Database } from "../database.ts";
import { PostgresStore } from "../index.ts";
import { prepareSchema } from "../migrate.ts";
import { graphInDatabase } from "./graph-reader.ts";

const reason = whyNoPostgres();
if (reason) console.info(`postgres: the tests of its graph are left out: ${reason}`);

const pathOf = (handle: Handle) => handle.split("#")[0]!;

describe.skipIf(reason !== null)("edges as rows", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const openGraph = async (files: Record<string, FileLinks>, { keepsEdges = true } = {}) => {
    const limits = { connections: 4, statementMs: 20_000, connectMs: 5_000 };
    const database = new Database({ address: server.address, schema: freshSchema(), ...limits });
    await prepareSchema(database);
    const [row] = await database.change<{ id: number }>(
      "INSERT INTO @place(key) VALUES ('test') RETURNING id",
    );
    const place = row!.id;
    const store = new PostgresStore(database, place, { keepsEdges });
    const { id } = await store.openView("/r");
    const [blob] = [...(await store.appendFacts([toyBlob(["f"])])).values()];
    const ids = await store.putLinks(Object.values(files));
    const upsert = Object.keys(files).map((path, at) => entryOf(path, { blob: blob!, links: ids[at]! }));
    await store.publish(id, changeOf(0, { upsert }));
    const reader = await store.read(id);
    let trips = 0;
    let askedOtherwise = 0;
    const graph = graphInDatabase(
      (work) => {
        trips++;
        return database.reading((read) => work({ read, place, info: { id } }));
      },
      {
        edges: (...asked) => {
          askedOtherwise++;
          return reader.edges(...asked);
        },
      },
    );
    const dispose = async () => {
      await reader.close();
      await store.close();
      await database.run(`DROP SCHEMA ${database.schema} CASCADE`);
      await database.close();
    };
    return {
      database,
      place,
      graph,
      dispose,
      records: graphOfRecords(reader),
      counts: () => ({ trips, askedOtherwise }),
    };
  };

  runGraphContract("postgres", (files) => openGraph(files));

  it("give what the links give, in one round trip, for any graph and any bounds", async () => {
    const handles = [
      "a#f",
      "b#f",
      "c#f",
      "c#g",
      "d",
      "e#\ud83d\ude00",
      "e#\uffee",
      "f#'\0\ud800",
    ] as Handle[];
    const handle = fc.constantFrom(...handles);
    const edge = fc.record({
      from: handle,
      to: handle,
      kind: fc.constantFrom(...EDGE_KINDS),
      tier: fc.constantFrom(...TIERS),
    });
    const bounds = fc.record({
      ...{ depth: fc.integer({ min: 1, max: 5 }), fanOut: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY) },
      ...{ direction: fc.constantFrom("into" as const, "from" as const), minTier: fc.constantFrom(...TIERS) },
      maxVisited: fc.constantFrom(3, 100),
    });
    const questions = fc.array(fc.tuple(fc.array(handle, { minLength: 1, maxLength: 3 }), handle, bounds), {
      minLength: 6,
      maxLength: 6,
    });
    const property = fc.asyncProperty(fc.array(edge, { maxLength: 25 }), questions, async (edges, asked) => {
      const paths = new Set(edges.map(({ from }) => pathOf(from)));
      const links = [...paths].map((path) => {
        const own = edges.filter(({ from }) => pathOf(from) === path);
        return [path, linksOf(own.map(({ from, to, ...more }) => edgeBetween(from, to, more)))];
      });
      const { graph, records, counts, dispose } = await openGraph(Object.fromEntries(links));
      for (const [from, to, { depth, fanOut, direction, minTier, maxVisited }] of asked) {
        const neighbourhood = { handles: from, direction, depth, fanOut };
        expect(await graph.neighbours(neighbourhood)).toEqual(await records.neighbours(neighbourhood));
        const path = { maxDepth: depth, maxVisited, minTier };
        expect(await graph.path(from, [to], path)).toEqual(await records.path(from, [to], path));
      }
      expect(counts().trips).toBe(2 * asked.length);
      await dispose();
    });
    await fc.assert(property, { numRuns: 25 });
  }, 120_000);

  it("that were not written yet are not taken for none, and the next publish writes them", async () => {
    const files = { a: linksOf([edgeBetween("a#f", "b#f")]) };
    const asked = { handles: ["a#f" as Handle], direction: "from", depth: 1, fanOut: 9 } as const;
    const { graph, counts, database, place, dispose } = await openGraph(files, { keepsEdges: false });
    expect((await graph.neighbours(asked))[0]!.edges).toHaveLength(1);
    expect(counts()).toEqual({ trips: 1, askedOtherwise: 1 });
    const other = new PostgresStore(database, place, { keepsEdges: true });
    const { id, generation } = await other.openView("/r");
    await other.publish(id, changeOf(generation, {}));
    expect((await graph.neighbours(asked))[0]!.edges).toHaveLength(1);
    expect(counts()).toEqual({ trips: 2, askedOtherwise: 1 });
    await other.close();
    await dispose();
  });
});
