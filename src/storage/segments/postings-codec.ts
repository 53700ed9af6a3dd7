/** Payload of a term in one blob: per entry `chunk distance << 4 | field << 1 | has count`, then the count if above 1. */

import { throwDamaged } from "../../codec/byte-reader.ts";
import type { BlobTerms } from "../../core/facts.ts";
import type { Postings } from "../contract.ts";
import type { SegmentBuilder } from "./segment-builder.ts";
import type { GroupRun } from "./segment-set.ts";

export function addTerms(builder: SegmentBuilder, blob: number, terms: BlobTerms): void {
  const { dictionary, entries } = terms;
  const { payload } = builder;
  let current = -1;
  let chunk = 0;
  for (let at = 0; at < entries.length; at += 2) {
    const word = entries[at]!;
    if (word !== current) {
      current = word;
      chunk = 0;
      builder.startGroup(builder.keyNumber(dictionary[word]!), blob);
    }
    const packed = entries[at + 1]!;
    const count = packed & 0xfff;
    const step = (((packed >>> 16) - chunk) << 4) | (((packed >>> 12) & 7) << 1);
    chunk = packed >>> 16;
    if (count === 1) payload.varint(step);
    else {
      payload.varint(step | 1);
      payload.varint(count);
    }
  }
}

// Decoded postings are collected here and copied out at their true size; grows to the longest list ever asked for.
let blobs = new Uint32Array(16 * 1024);
let chunks = new Uint16Array(16 * 1024);
let fields = new Uint8Array(16 * 1024);
let counts = new Uint16Array(16 * 1024);

export function decodePostings(runs: readonly GroupRun[], isInView: Uint8Array): Postings {
  let used = 0;
  for (const { bytes, start, end } of runs) {
    let at = start;
    let id = 0;
    while (at < end) {
      let value = 0;
      let scale = 1;
      let byte: number;
      do {
        byte = bytes[at++]!;
        value += (byte & 127) * scale;
        scale *= 128;
      } while (byte >= 128);
      id += value;
      value = 0;
      scale = 1;
      do {
        byte = bytes[at++]!;
        value += (byte & 127) * scale;
        scale *= 128;
      } while (byte >= 128);
      const stop = at + value;
      if (stop > end) throwDamaged("a posting ends too late");
      if (isInView[id] !== 1) {
        at = stop;
        continue;
      }
      let chunk = 0;
      while (at < stop) {
        byte = bytes[at++]!;
        let step = byte & 127;
        let shift = 7;
        while (byte >= 128) {
          byte = bytes[at++]!;
          step |= (byte & 127) << shift;
          shift += 7;
        }
        let count = 1;
        if (step & 1) {
          byte = bytes[at++]!;
          count = byte & 127;
          shift = 7;
          while (byte >= 128) {
            byte = bytes[at++]!;
            count |= (byte & 127) << shift;
            shift += 7;
          }
        }
        chunk += step >>> 4;
        if (used === blobs.length) growScratch();
        blobs[used] = id;
        chunks[used] = chunk;
        fields[used] = (step >>> 1) & 7;
        counts[used] = count;
        used++;
      }
    }
  }
  return {
    blobs: blobs.slice(0, used),
    chunks: chunks.slice(0, used),
    fields: fields.slice(0, used),
    counts: counts.slice(0, used),
  };
}

function growScratch(): void {
  const size = blobs.length * 2;
  const old = { blobs, chunks, fields, counts };
  blobs = new Uint32Array(size);
  chunks = new Uint16Array(size);
  fields = new Uint8Array(size);
  counts = new Uint16Array(size);
  blobs.set(old.blobs);
  chunks.set(old.chunks);
  fields.set(old.fields);
  counts.set(old.counts);
}
