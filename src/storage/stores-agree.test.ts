import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EDGE_KINDS, type Handle } from "../core/edges.ts";
import type { RelPath } from "../core/rel-path.ts";
import { type BlobId, factsKeyText, type LinksId, type RecordStore, type ViewId } from "./contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob, unresolvedUse } from "./contract-fixtures.ts";
import { openMemoryStore } from "./memory/index.ts";
import { SqliteStore } from "./sqlite/index.ts";

const PATHS = ["a", "b/c", "b/d#e", "é"];
const WORDS = ["alpha", "alp", "beta", "gamma", "ünï", "x"];
const NAMES = ["Open", "open", "close", "run"];
const ROOTS = ["/one", "/two"];

type Step =
  | { do: "append"; blobs: number[] }
  | {
      do: "publish";
      root: number;
      put: { path: number; blob: number; links: number | null }[];
      remove: number[];
    }
  | { do: "remove"; root: number }
  | { do: "collect" };

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 });
const blobs = fc.array(
  fc.tuple(fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }), fc.array(words, { maxLength: 3 })),
  {
    minLength: 1,
    maxLength: 8,
  },
);
const links = fc.array(
  fc.tuple(
    fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom(...EDGE_KINDS)), { maxLength: 3 }),
    fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
  ),
  { minLength: 1, maxLength: 4 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      blobs: fc.array(fc.nat(7), { maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("publish" as const),
      root: fc.nat(1),
      put: fc.array(fc.record({ path: fc.nat(3), blob: fc.nat(7), links: fc.option(fc.nat(3)) }), {
        maxLength: 3,
      }),
      remove: fc.array(fc.nat(3), { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), root: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("collect" as const) }) },
);

/** One store with the sample data; ids stay inside, so that two stores can be compared by what they show. */
class Player {
  readonly #blobs;
  readonly #links;
  readonly #store: RecordStore;

  constructor(
    store: RecordStore,
    blobChoices: [string[], string[][]][],
    linkChoices: [[number, number, (typeof EDGE_KINDS)[number]][], string[]][],
  ) {
    this.#store = store;
    this.#blobs = blobChoices.map(([names, terms]) => toyBlob(names, terms.slice(0, names.length)));
    this.#links = linkChoices.map(([edges, unresolved]) =>
      linksOf(
        edges.map(([from, to, kind], at) =>
          edgeBetween(`${PATHS[from]}#Open`, `${PATHS[to]}#run`, { kind, lines: [at + 1] }),
        ),
        unresolved.map((name, at) => unresolvedUse(name, PATHS[0]!, at)),
      ),
    );
  }

  async play(one: Step): Promise<unknown> {
    if (one.do === "append") return (await this.#append(one.blobs)).length;
    if (one.do === "collect") return this.#store.collectGarbage();
    const { id, generation } = await this.#store.openView(ROOTS[one.root]!);
    if (one.do === "remove") return this.#store.removeView(id);
    const ids = await this.#append(one.put.map((put) => put.blob));
    const linkIds = await this.#store.putLinks(one.put.flatMap((put) => this.#chosen(put.links)));
    let next = 0;
    const upsert = one.put.map(({ path, links: choice }, at) => {
      const linked: LinksId | null = choice === null ? null : linkIds[next++]!;
      return entryOf(PATHS[path]!, { blob: ids[at]!, links: linked });
    });
    const remove = one.remove.map((path) => PATHS[path] as RelPath);
    return this.#store.publish(id, changeOf(generation, { upsert, remove }));
  }

  /** Everything a reader can ask, with paths instead of ids. */
  async show(): Promise<unknown> {
    const shown = [];
    for (const { id, root, generation, files } of await this.#store.listViews()) {
      shown.push({ root, generation, files, view: await this.#showView(id) });
    }
    return shown;
  }

  async #showView(view: ViewId): Promise<unknown> {
    const reader = await this.#store.read(view);
    const dump: string[] = [];
    for await (const line of reader.dump()) dump.push(line);
    const pathOf = new Map((await reader.files()).map((file) => [file.blob as number, file.hash]));
    const postings = [...(await reader.postings(WORDS))].map(
      ([term, { blobs: ids, chunks, fields, counts }]) => [
        term,
        Array.from(ids, (blob, at) => `${pathOf.get(blob)} ${chunks[at]} ${fields[at]} ${counts[at]}`).sort(),
      ],
    );
    const answers = {
      dump,
      postings,
      terms: await reader.startingWith("terms", "al", 9),
      names: await reader.startingWith("names", "o", 9),
      symbols: (await reader.symbolsNamed(["OPEN"]))[0]!.map((hit) => [hit.path, hit.ordinal]),
      into: await reader.edges(
        "into",
        PATHS.map((path) => `${path}#run` as Handle),
      ),
      from: await reader.edges(
        "from",
        PATHS.map((path) => `${path}#Open` as Handle),
        ["calls", "tests"],
      ),
      unresolved: await reader.unresolvedNamed(["run", "Open"]),
    };
    await reader.close();
    return answers;
  }

  #chosen(choice: number | null) {
    return choice === null ? [] : [this.#links[choice % this.#links.length]!];
  }

  async #append(choices: readonly number[]): Promise<BlobId[]> {
    const batch = choices.map((choice) => this.#blobs[choice % this.#blobs.length]!);
    const ids = await this.#store.appendFacts(batch);
    return batch.map(({ key }) => ids.get(factsKeyText(key))!);
  }
}

describe("memory and sqlite", () => {
  it("show the same after any sequence of changes, and sqlite stays sound", async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-agree-"));
    let run = 0;
    try {
      await fc.assert(
        fc.asyncProperty(
          blobs,
          links,
          fc.array(step, { minLength: 1, maxLength: 14 }),
          async (blobChoices, linkChoices, steps) => {
            const sqlite = new SqliteStore(join(folder, `${run++}.db`));
            const memory = openMemoryStore();
            const players = [memory, sqlite].map((store) => new Player(store, blobChoices, linkChoices));
            for (const one of steps) {
              const [expected, found] = [await players[0]!.play(one), await players[1]!.play(one)];
              expect(found).toEqual(expected);
            }
            expect(await players[1]!.show()).toEqual(await players[0]!.show());
            expect((await sqlite.verify({ deep: true })).problems).toEqual([]);
            await sqlite.close();
          },
        ),
        { numRuns: 40 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it("edges into a symbol of a large view are those that a small one gives", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-large-"));
  const stores = [openMemoryStore(), new SqliteStore(join(folder, "large.db"))];
  const paths = Array.from({ length: 3_100 }, (_, at) => `src/${at}`);
  const target = "lib#run" as Handle;
  const answers = [];
  for (const store of stores) {
    const blob = toyBlob(["run"], [["w"]]);
    const id = (await store.appendFacts([blob])).get(factsKeyText(blob.key))!;
    const links = await store.putLinks(
      paths.map((path, at) => {
        const other = edgeBetween(`${path}#f`, `lib#other${at}`, { lines: [1, 70_000] });
        const wanted = edgeBetween(`${path}#f`, target, {
          kind: at % 2 ? "calls" : "references",
          lines: [at],
        });
        return linksOf(at % 3 ? [other] : [other, wanted, other], [unresolvedUse("n", path)]);
      }),
    );
    const upsert = paths.map((path, at) => entryOf(path, { blob: id, links: links[at]! }));
    const view = await store.openView("/large");
    await store.publish(view.id, changeOf(0, { upsert }));
    const reader = await store.read(view.id);
    // Links that were decoded whole before are looked through instead of read.
    await reader.linksOf(["src/0" as RelPath]);
    answers.push([
      ...(await reader.edges("into", [target])),
      ...(await reader.edges("into", [target], ["calls"])),
    ]);
    await reader.close();
    await store.close();
  }
  rmSync(folder, { recursive: true, force: true });
  expect(answers[0]![0]!.length).toBe(1_034);
  expect(answers[1]).toEqual(answers[0]);
});
