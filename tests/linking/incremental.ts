/** A view that is updated as the index does it: only what may have changed is linked again. */
import type { FileLinks } from "../../src/core/edges.ts";
import type { BlobFacts } from "../../src/core/facts.ts";
import { changedKeys, mustRelink } from "../../src/linking/changed-keys.ts";
import { linkFile } from "../../src/linking/link-file.ts";
import { surfaceOf } from "../../src/linking/surface.ts";
import { configsOf, environmentOf, extractFacts, type Project } from "./read-fixture.ts";

const factsBySource = new Map<string, BlobFacts | null>();

/** Facts depend on the bytes alone, so they are made once per source and kind of file. */
async function cachedFacts(path: string, source: string): Promise<BlobFacts | null> {
  const key = `${path.slice(path.lastIndexOf("."))}\0${source}`;
  if (!factsBySource.has(key)) factsBySource.set(key, await extractFacts(path, source));
  return factsBySource.get(key)!;
}

async function allFacts(files: Project): Promise<Map<string, BlobFacts>> {
  const out = new Map<string, BlobFacts>();
  for (const [path, source] of files) {
    const facts = await cachedFacts(path, source);
    if (facts) out.set(path, facts);
  }
  return out;
}

export class IncrementalView {
  files: Project = new Map();
  facts = new Map<string, BlobFacts>();
  links = new Map<string, FileLinks>();

  /** Returns the paths that were linked again, ascending. */
  async update(next: Project): Promise<string[]> {
    const facts = await allFacts(next);
    const kept = new Map([...this.links].filter(([path]) => this.facts.get(path) === facts.get(path)));
    const env = environmentOf(next, facts, kept);
    const paths = new Set([...this.facts.keys(), ...facts.keys()]);
    const touched = [...paths].filter((path) => this.facts.get(path) !== facts.get(path));
    const surface = (all: Map<string, BlobFacts>, path: string) => {
      const blob = all.get(path);
      return blob ? surfaceOf(path, blob) : null;
    };
    const configs = new Set([...configsOf(this.files).keys(), ...configsOf(next).keys()]);
    const keys = changedKeys(
      env,
      touched.map((path) => ({ before: surface(this.facts, path), after: surface(facts, path) })),
      [...configs].map((path) => ({
        path,
        before: this.files.get(path) ?? null,
        after: next.get(path) ?? null,
      })),
    );
    const links = new Map<string, FileLinks>();
    const relinked: string[] = [];
    for (const [path, blob] of facts) {
      const old = kept.get(path);
      if (old && !mustRelink(old.dependencies, keys)) links.set(path, old);
      else {
        links.set(path, linkFile({ path, facts: blob }, env));
        relinked.push(path);
      }
    }
    this.files = new Map(next);
    this.facts = facts;
    this.links = links;
    return relinked.sort();
  }
}

export async function linkFromScratch(files: Project): Promise<Map<string, FileLinks>> {
  const view = new IncrementalView();
  await view.update(files);
  return view.links;
}
