import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordStore } from "../../src/storage/contract.ts";
import {
  changeOf,
  edgeBetween,
  entryOf,
  linksOf,
  toyBlob,
  unresolvedUse,
} from "../../src/storage/contract-fixtures.ts";
import { PostgresStoreFactory } from "../../src/storage/postgres/factory.ts";
import { SqliteStore } from "../../src/storage/sqlite/index.ts";
import {
  freshSchema,
  runSqlNow,
  startPostgres,
  type TestServer,
  whyNoPostgres,
} from "../../src/testing/postgres-server.ts";

const reason = whyNoPostgres();
if (reason) console.info(`postgres: hostile data is left out: ${reason}`);

/** What would end a literal, a statement or a string of C, and what is no text at all. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '"', "\\", "\0", ";", "--", "/*", "$$", "$1", "%", "\ud800", "\udfff", "\udc80"),
      fc.constantFrom("'; DROP TABLE place; --", "\\x00", "{}", "\n", "\u202e", "\u{1f600}", "@file"),
      fc.string({ maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));
/** A path is what the file system gave: no NUL, no slash, and bytes that are not UTF-8 as U+DC80 to U+DCFF. */
const hostilePath = hostile.map((text) => `p${text.replaceAll(/[\0/]|[\ud800-\udc7f\udd00-\udfff]/g, "_")}`);

describe.skipIf(reason !== null)("data of repositories that would be SQL", () => {
  let server: TestServer;
  let folder: string;
  let factory: PostgresStoreFactory;
  const schema = freshSchema();
  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), "clew-hostile-"));
    const limits = { connections: 4, statementMs: 60_000, connectMs: 5_000 };
    factory = new PostgresStoreFactory({
      address: () => server.address,
      realm: () => "'\"",
      schema,
      ...limits,
    });
  });
  afterAll(async () => {
    await factory.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const tables = () =>
    runSqlNow(server.address, `SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' ORDER BY 1`);

  it("comes back as from SQLite, wherever it stands, and changes no table", async () => {
    let round = 0;
    await factory.openRegistry();
    const before = tables();
    const words = fc.array(
      hostile.map((text) => text.replaceAll("\n", " ")),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(
        words,
        words,
        hostilePath,
        hostile,
        hostile,
        async (names, terms, path, text, note) => {
          round += 1;
          const sqlite = new SqliteStore(join(folder, `${round}.db`));
          const { store: postgres } = await factory
            .placeOf({ name: text, identity: `${round}${text}` })
            .open();
          // Messages and revisions are clew's own text: SQLite takes lone surrogates of theirs for damage.
          const given = { names, terms, path, text: text.toWellFormed() };
          expect(await answersOf(postgres, given)).toEqual(await answersOf(sqlite, given));
          await sqlite.close();
          const registry = await factory.openRegistry();
          await registry.writeNote(`/${path}`, "choices", note);
          expect(await registry.readNote(`/${path}`, "choices")).toBe(note.toWellFormed());
        },
      ),
      { numRuns: 25 },
    );
    expect(tables()).toEqual(before);
  });

  it("a name of a million characters is kept and found", async () => {
    const name = "x'".repeat(500_000);
    const { store } = await factory.placeOf({ name: "long", identity: "long" }).open();
    const answers = await answersOf(store, { names: [name], terms: [name], path: "a", text: "b" });
    expect(answers.symbols[0]).toHaveLength(1);
    // As the name of a symbol, and as a word.
    expect(answers.postings.map(([, count]) => count)).toEqual([2]);
    expect(answers.problems).toEqual([]);
  });
});

async function answersOf(
  store: RecordStore,
  { names, terms, path, text }: { names: string[]; terms: string[]; path: string; text: string },
) {
  const [blob] = [...(await store.appendFacts([toyBlob(names, [terms])])).values()];
  const handle = `${path}#${text}`;
  const [links] = await store.putLinks([
    linksOf([edgeBetween(handle, handle)], [unresolvedUse(text, handle)]),
  ]);
  const { id } = await store.openView("/r");
  const upsertSkipped = [{ path: `${path}!` as never, reason: text, detail: text, stamp: null }];
  await store.publish(
    id,
    changeOf(0, { upsert: [entryOf(path, { blob: blob!, links: links! })], upsertSkipped, revision: text }),
  );
  await store.putSummaries(text, [{ blob: blob!, text }]);
  await store.vectors.put({ key: text, dims: 1, spec: text }, [
    { blob: blob!, rows: new Int8Array(names.length + 1).fill(1) },
  ]);
  const reader = await store.read(id);
  try {
    return {
      info: { ...reader.info, id: 0 },
      files: (await reader.files()).map((file) => file.path),
      skipped: await reader.skipped(),
      symbols: (await reader.symbolsNamed(names)).map((hits) => hits.map(({ symbol }) => symbol)),
      prefixes: await reader.startingWith("names", names[0]!.slice(0, 2), 10),
      postings: [...(await reader.postings(terms))].map(([term, { blobs }]) => [term, blobs.length]),
      edges: await reader.edges("into", [handle as never]),
      unresolved: await reader.unresolvedNamed([text]),
      summaries: await reader.summaries(text, [blob!]),
      coverage: await reader.vectors.coverage(),
      problems: (await store.verify({ deep: true })).problems,
    };
  } finally {
    await reader.close();
  }
}
