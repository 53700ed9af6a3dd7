/** Links of one file as two values: `deps` is read for every file at every update, `data` only when asked for. */
import { createHash } from "node:crypto";
import { ByteReader, throwDamaged } from "../../codec/byte-reader.ts";
import { ByteWriter } from "../../codec/byte-writer.ts";
import { FactReader, FactWriter, foldSign } from "../../codec/fact-writer.ts";
import { appendSeal, unseal } from "../../codec/seal.ts";
import type { Edge, EdgeKind, FileLinks, Handle, Tier, UnresolvedUse } from "../../core/edges.ts";
import type { LinkKeys } from "../contract.ts";
import { readMakers, writeMakers } from "./link-makers.ts";

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

const scratch = new ByteWriter(4096);
const body = new ByteWriter(16 * 1024);
const out = new FactWriter();

/** The values lie in buffers that the next call overwrites. */
export function encodeLinks(links: FileLinks): StoredLinks {
  return { deps: encodeKeys(links), data: encodeData(links) };
}

/** The name of links by content. 128 bits: nobody gains from a collision inside their own index. */
export function hashLinks(stored: StoredLinks): Buffer {
  return createHash("sha256").update(stored.data).update(stored.deps).digest().subarray(0, 16);
}

/** Stands first when both lists are there. Before, `deps` was the first list alone, ascending: nothing came behind this. */
const BOTH_LISTS = 0xffff_ffff;

function encodeKeys({ dependencies, shown }: FileLinks): Buffer {
  scratch.clear();
  scratch.uint32(BOTH_LISTS);
  scratch.uint32(dependencies.length);
  for (const key of dependencies) scratch.uint32(key);
  for (const key of shown) scratch.uint32(key);
  appendSeal(scratch);
  return scratch.bytes.subarray(0, scratch.length);
}

export function decodeKeys(stored: Uint8Array): LinkKeys {
  const numbers = readNumbers(unseal(stored, "the keys of links"));
  if (numbers.length < 2 || numbers[0] !== BOTH_LISTS)
    return { dependencies: numbers, shown: new Uint32Array() };
  const end = 2 + numbers[1]!;
  if (end > numbers.length) throwDamaged("the keys of links end too early");
  return { dependencies: numbers.subarray(2, end), shown: numbers.subarray(end) };
}

function readNumbers(bytes: Uint8Array): Uint32Array {
  const count = Math.floor(bytes.length / 4);
  const reader = new ByteReader(bytes);
  const numbers = new Uint32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = reader.uint32();
  return numbers;
}

function encodeData(links: FileLinks): Buffer {
  out.clear();
  out.begin();
  body.clear();
  const handles = new HandleNumbers();
  writeEdges(links.edges, handles);
  body.varint(links.unknown.length);
  let before = 0;
  for (const ordinal of links.unknown) {
    body.varint(ordinal - before);
    before = ordinal;
  }
  if (links.ruled) writeEdges(links.ruled, handles);
  out.string(writeMakers(links));
  out.varint(links.unresolved.length);
  for (const use of links.unresolved) {
    out.string(use.name);
    out.varint(handles.numberOf(use.from));
    out.varint(use.line);
    out.varint(use.candidates);
  }
  handles.writeTo(out);
  out.copy(body.bytes, 0, body.length);
  return out.view(out.end());
}

/** Into `body`. */
function writeEdges(edges: readonly Edge[], handles: HandleNumbers): void {
  body.varint(edges.length);
  for (const edge of edges) {
    body.varint(handles.numberOf(edge.from));
    body.varint(handles.numberOf(edge.to));
    body.varint(EDGE_KIND_CODE[edge.kind] * 4 + TIER_CODE[edge.tier]);
    body.varint(edge.lines.length);
    let line = 0;
    for (const next of edge.lines) {
      body.varint(foldSign(next - line));
      line = next;
    }
  }
}

/**
 * Every handle once, as path and rest: handles of one file share its path. A path that contains `#` is split early,
 * which is as good.
 */
class HandleNumbers {
  readonly #numbers = new Map<Handle, number>();
  #lastHandle: Handle | undefined;
  #lastNumber = 0;

  numberOf(handle: Handle): number {
    if (handle === this.#lastHandle) return this.#lastNumber;
    let number = this.#numbers.get(handle);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(handle, number);
    }
    this.#lastHandle = handle;
    this.#lastNumber = number;
    return number;
  }

  writeTo(out: FactWriter): void {
    out.varint(this.#numbers.size);
    for (const handle of this.#numbers.keys()) {
      const at = handle.indexOf("#");
      out.string(at < 0 ? handle : handle.slice(0, at));
      out.ownString(at < 0 ? undefined : handle.slice(at));
    }
  }
}

export function decodeLinks(stored: StoredLinks): FileLinks {
  const from = new FactReader(stored.data, "the links of a file");
  const makers = readMakers(from.string());
  const uses = from.list(() => ({
    name: from.string(),
    handle: from.varint(),
    line: from.varint(),
    candidates: from.varint(),
  }));
  const handles = from.list(() => `${from.string()}${from.string()}` as Handle);
  const handle = (number: number) => handles[number] ?? throwDamaged("links name a handle they do not hold");
  const unresolved = uses.map(
    ({ name, handle: number, line, candidates }): UnresolvedUse => ({
      name,
      from: handle(number),
      line,
      candidates,
    }),
  );
  const edges = from.list(() => readEdge(from, handle));
  const unknown = readUnknown(from);
  const ruled = from.isAtEnd ? null : from.list(() => readEdge(from, handle));
  const { dependencies, shown } = decodeKeys(stored.deps);
  return {
    ...makers,
    edges,
    ...(ruled && { ruled }),
    unresolved,
    unknown,
    dependencies: Array.from(dependencies),
    shown: Array.from(shown),
  };
}

/** Links that an older linker made end before it; they are made again before anything is asked of them. */
function readUnknown(from: FactReader): number[] {
  if (from.isAtEnd) return [];
  let ordinal = 0;
  return from.list(() => {
    ordinal += from.varint();
    return ordinal;
  });
}

/** Name, handle, line, candidates. */
const UNRESOLVED_NUMBERS = 4;

/** The edges into one handle; nothing is made of the others. A much used symbol is asked for with the links of hundreds of files. */
export function decodeEdgesInto(data: Uint8Array, target: Handle): Pick<FileLinks, "extractor" | "edges"> {
  const from = new FactReader(data, "the links of a file");
  const { extractor } = readMakers(from.string());
  from.skipVarints(UNRESOLVED_NUMBERS * from.varint());
  const handles = new StoredHandles(from);
  const wanted = handles.numberOf(target);
  const edges: Edge[] = [];
  for (let left = from.varint(); left > 0; left--) {
    const [source, to] = [from.varint(), from.varint()];
    if (to === wanted) edges.push(readRestOfEdge(from, handles.get(source), target));
    else {
      from.skipVarints(1);
      from.skipVarints(from.varint());
    }
  }
  return { extractor, edges };
}

/** Handles by number, put together when they are asked for. */
class StoredHandles {
  readonly #paths: number[] = [];
  readonly #rests: number[] = [];
  readonly #from: FactReader;

  constructor(from: FactReader) {
    this.#from = from;
    for (let left = from.varint(); left > 0; left--) {
      this.#paths.push(from.varint());
      this.#rests.push(from.varint());
    }
  }

  get(number: number): Handle {
    if (number >= this.#paths.length) throwDamaged("links name a handle they do not hold");
    return `${this.#from.stringOf(this.#paths[number]!)}${this.#from.stringOf(this.#rests[number]!)}` as Handle;
  }

  /** -1 when it is not among them. */
  numberOf(handle: Handle): number {
    const from = this.#from;
    return this.#paths.findIndex(
      (path, at) =>
        from.lengthOf(path) + from.lengthOf(this.#rests[at]!) === handle.length && this.get(at) === handle,
    );
  }
}

function readEdge(from: FactReader, handle: (number: number) => Handle): Edge {
  return readRestOfEdge(from, handle(from.varint()), handle(from.varint()));
}

function readRestOfEdge(from: FactReader, source: Handle, target: Handle): Edge {
  const packed = from.varint();
  const kind = EDGE_KIND_OF[packed >>> 2] ?? throwDamaged("an edge has no known kind");
  const tier = TIER_OF[packed & 3] ?? throwDamaged("an edge has no known tier");
  let line = 0;
  const lines = from.list(() => {
    line += from.signed();
    return line;
  });
  return { from: source, to: target, kind, tier, lines };
}
