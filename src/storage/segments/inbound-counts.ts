/** How many files point into each file, from the inverted index of targets alone: no links are decoded. */
import type { Handle } from "../../core/edges.ts";
import { pathOfHandle } from "../../core/handles.ts";
import type { ViewFile } from "../contract.ts";
import { type Block, eachGroup } from "./block.ts";

/** Links that end in each path, of one segment: those into paths[n] are ids[starts[n], starts[n + 1]), each once. */
export interface TargetFiles {
  paths: readonly string[];
  starts: Uint32Array;
  ids: Uint32Array;
}

export function targetFilesOf(blocks: Iterable<Block>): TargetFiles {
  const idsOfPath = new Map<string, Set<number>>();
  let last = "";
  let ids = new Set<number>();
  for (const { keys, starts, bytes } of blocks) {
    for (let at = 0; at < keys.length; at++) {
      const path = pathOfHandle(keys[at] as Handle);
      // Handles of a file lie together, so most keys need no look-up.
      if (path !== last || idsOfPath.size === 0) {
        ids = idsOfPath.get(path) ?? new Set();
        idsOfPath.set(path, ids);
        last = path;
      }
      eachGroup(bytes, starts[at]!, starts[at + 1]!, (id) => ids.add(id));
    }
  }
  const starts = new Uint32Array(idsOfPath.size + 1);
  let total = 0;
  for (const found of idsOfPath.values()) total += found.size;
  const all = new Uint32Array(total);
  let [at, filled] = [0, 0];
  for (const found of idsOfPath.values()) {
    for (const id of found) all[filled++] = id;
    starts[++at] = filled;
  }
  return { paths: [...idsOfPath.keys()], starts, ids: all };
}

/** `files` in the order of the view. An id of links belongs to one segment, so counts of segments add up. */
export function countInbound(files: readonly ViewFile[], segments: readonly TargetFiles[]): Uint32Array {
  const counts = new Uint32Array(files.length);
  const position = new Map<string, number>();
  const ownerOf = new Map<number, number>();
  files.forEach(({ path, links }, at) => {
    position.set(path, at);
    if (links !== null) ownerOf.set(links, at);
  });
  for (const { paths, starts, ids } of segments) {
    paths.forEach((path, at) => {
      const target = position.get(path);
      if (target === undefined) return;
      for (let one = starts[at]!; one < starts[at + 1]!; one++) {
        const owner = ownerOf.get(ids[one]!);
        if (owner !== undefined && owner !== target) counts[target]!++;
      }
    });
  }
  return counts;
}
