import { expect, it } from "vitest";
import { encodeBlob } from "../codec/encoded-blob.ts";
import { AppError } from "../core/errors.ts";
import type { RelPath } from "../core/rel-path.ts";
import { detectLanguage } from "../languages/detect.ts";
import { extractBlob } from "../parsing/extract/extract-blob.ts";
import { type BlobId, factsKeyText, type LinksId, type RecordStore } from "../storage/contract.ts";
import { keyOf } from "../storage/contract-fixtures.ts";
import { openMemoryStore } from "../storage/memory/index.ts";
import { FreshFacts } from "./fresh-facts.ts";
import { linkView } from "./link-step.ts";

interface LinkedFile {
  path: RelPath;
  blob: BlobId;
  language: string;
  links: LinksId | null;
}

/** A store with the files in it, and which of them an update of the given paths reads. */
class TestView {
  readonly store = openMemoryStore();
  readonly read: BlobId[] = [];
  files: LinkedFile[] = [];
  /** The links in the store are those of another linker. */
  isOfAnotherLinker = false;

  /** Files as they are afterwards; the view links what it must. */
  async update(sources: Record<string, string>, broken?: AppError): Promise<number> {
    const after: LinkedFile[] = [];
    for (const [path, source] of Object.entries(sources)) {
      const language = detectLanguage(path)!;
      const key = keyOf(source, language.id);
      const extracted = await extractBlob({ language, source, bytes: source.length });
      const blob = (await this.store.appendFacts([{ key, encoded: encodeBlob(extracted) }])).get(
        factsKeyText(key),
      )!;
      after.push({ path: path as RelPath, blob, language: language.id, links: null });
    }
    this.read.length = 0;
    const { links, relinked } = await linkView({
      store: this.#watched(broken),
      before: this.files,
      after,
      changedLocks: [],
      fresh: new FreshFacts(),
      readConfig: () => null,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    const before = new Map(this.files.map((file) => [file.path, file]));
    this.files = after.map((file) => ({
      ...file,
      links: links.get(file.path) ?? before.get(file.path)?.links ?? null,
    }));
    return relinked;
  }

  #watched(broken: AppError | undefined): RecordStore {
    const { store, read, files, isOfAnotherLinker } = this;
    const withoutDependencies = async (links: readonly LinksId[]) => {
      const keys = await store.readLinkKeys(links);
      return new Map([...keys].map(([id, known]) => [id, { ...known, dependencies: [] }]));
    };
    const readOutwardFacts = async (blobs: readonly BlobId[]) => {
      const readNow = await store.readOutwardFacts(blobs);
      return (blob: BlobId) => {
        read.push(blob);
        if (broken && files.some((file) => file.blob === blob)) throw broken;
        return readNow(blob);
      };
    };
    return new Proxy(store, {
      get(target, name) {
        if (name === "readOutwardFacts") return readOutwardFacts;
        if (name === "readLinkKeys" && isOfAnotherLinker) return withoutDependencies;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }
}

const FILES = {
  "a.ts": "export function a() {}",
  "b.ts": 'import { a } from "./a";\nexport function b() { a(); }',
  "c.ts": "export function c() {}",
  "d.ts": "export class D { only() {} }",
};

it("an update reads what changed and what its questions lead to, and no other file", async () => {
  const view = new TestView();
  expect(await view.update(FILES)).toBe(4);
  const [a, b] = view.files.map((file) => file.blob);
  expect(await view.update({ ...FILES, "b.ts": `${FILES["b.ts"]}\nb();` })).toBe(1);
  // As it is now, as it was, and the file that it imports.
  expect(new Set(view.read)).toEqual(new Set([view.files[1]!.blob, b, a]));
});

it("a tree that nothing changed in is linked anew when another linker made its links, and only then", async () => {
  const view = new TestView();
  await view.update(FILES);
  expect(await view.update(FILES)).toBe(0);
  view.isOfAnotherLinker = true;
  expect(await view.update(FILES)).toBe(4);
});

it("a store that turns out to be damaged while files are linked is not taken for files without links", async () => {
  const view = new TestView();
  await view.update(FILES);
  const damaged = new AppError("INDEX_DAMAGED", "the outline of a blob is cut short", { hint: "" });
  const changed = { ...FILES, "e.ts": 'import { a } from "./a";\nexport const e = a();' };
  await expect(view.update(changed, damaged)).rejects.toBe(damaged);
});
