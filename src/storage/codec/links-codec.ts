/** Links of one file as two values: `deps` is read for every file at every update, `data` only when asked for. */
import { createHash } from "node:crypto";
import type { Edge, EdgeKind, FileLinks, Handle, Tier, UnresolvedUse } from "../../core/edges.ts";
import { ByteReader, throwDamaged } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { FactReader, FactWriter } from "./fact-writer.ts";
import { seal, unseal } from "./seal.ts";

export interface StoredLinks {
  deps: Uint8Array;
  data: Uint8Array;
}

/** Part of the format: a number is never given a second meaning. */
const EDGE_KIND_CODE: Record<EdgeKind, number> = {
  imports: 0,
  calls: 1,
  references: 2,
  inherits: 3,
  implements: 4,
  overrides: 5,
  accepts: 6,
  extends: 7,
  tests: 8,
};
const TIER_CODE: Record<Tier, number> = { compiler: 0, resolved: 1, heuristic: 2 };
const EDGE_KIND_OF = Object.keys(EDGE_KIND_CODE) as EdgeKind[];
const TIER_OF = Object.keys(TIER_CODE) as Tier[];

const scratch = new ByteWriter(64 * 1024);

export function encodeLinks(links: FileLinks): StoredLinks {
  return { deps: encodeDependencies(links.dependencies), data: encodeData(links) };
}

/** The name of links by content. 128 bits: nobody gains from a collision inside their own index. */
export function hashLinks(stored: StoredLinks): Buffer {
  return createHash("sha256").update(stored.data).update(stored.deps).digest().subarray(0, 16);
}

function encodeDependencies(dependencies: readonly number[]): Buffer {
  scratch.clear();
  for (const hash of dependencies) scratch.uint32(hash);
  return seal(scratch);
}

export function decodeDependencies(stored: Uint8Array): Uint32Array {
  const bytes = unseal(stored, "the dependencies of links");
  const count = Math.floor(bytes.length / 4);
  const reader = new ByteReader(bytes);
  const hashes = new Uint32Array(count);
  for (let at = 0; at < count; at++) hashes[at] = reader.uint32();
  return hashes;
}

function encodeData(links: FileLinks): Buffer {
  const out = new FactWriter(scratch);
  out.string(links.extractor);
  out.number(links.edges.length);
  for (const edge of links.edges) {
    out.string(edge.from);
    out.string(edge.to);
    out.number(EDGE_KIND_CODE[edge.kind] * 4 + TIER_CODE[edge.tier]);
    out.number(edge.lines.length);
    let line = 0;
    for (const next of edge.lines) {
      out.signed(next - line);
      line = next;
    }
  }
  out.number(links.unresolved.length);
  for (const use of links.unresolved) {
    out.string(use.name);
    out.string(use.from);
    out.number(use.line);
    out.number(use.candidates);
  }
  return out.finish();
}

export function decodeLinks(stored: StoredLinks): FileLinks {
  const from = new FactReader(stored.data, "the links of a file");
  const extractor = from.string();
  const edges = from.list(() => readEdge(from));
  const unresolved = from.list((): UnresolvedUse => {
    const [name, handle] = [from.string(), from.string() as Handle];
    return { name, from: handle, line: from.number(), candidates: from.number() };
  });
  return { extractor, edges, unresolved, dependencies: Array.from(decodeDependencies(stored.deps)) };
}

function readEdge(from: FactReader): Edge {
  const [source, target, packed] = [from.string() as Handle, from.string() as Handle, from.number()];
  const kind = EDGE_KIND_OF[packed >>> 2] ?? throwDamaged("an edge has no known kind");
  const tier = TIER_OF[packed & 3] ?? throwDamaged("an edge has no known tier");
  let line = 0;
  const lines = from.list(() => {
    line += from.signed();
    return line;
  });
  return { from: source, to: target, kind, tier, lines };
}
