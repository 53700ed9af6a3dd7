/** Who made the links of each file. Links never change under their id, so each is looked at once. */
import type { LinkMaker } from "../core/edges.ts";
import { inBatches } from "../core/in-batches.ts";
import type { LinksId, ViewFile, ViewReader } from "../storage/contract.ts";

const FILES_PER_READ = 200;
/** More belong to generations that are gone. */
const MAX_KNOWN = 200_000;

export class LinkMakers {
  #known = new Map<LinksId, LinkMaker | null>();

  /** Of the files that have links; null for those that rules made. */
  async of(
    reader: ViewReader,
    files: readonly ViewFile[],
  ): Promise<{ file: ViewFile; maker: LinkMaker | null }[]> {
    const linked = files.flatMap((file) => (file.links === null ? [] : [{ file, links: file.links }]));
    const unknown = linked.filter(({ links }) => !this.#known.has(links));
    if (this.#known.size + unknown.length > MAX_KNOWN) this.#known = new Map();
    const read = (batch: readonly (typeof linked)[number][]) =>
      reader.linksOf(batch.map(({ file }) => file.path));
    const isFresh = this.#known.size === 0;
    for await (const [{ links }, found] of inBatches(isFresh ? linked : unknown, FILES_PER_READ, read))
      this.#known.set(links, found?.refinedBy ?? null);
    return linked.map(({ file, links }) => ({ file, maker: this.#known.get(links) ?? null }));
  }
}
