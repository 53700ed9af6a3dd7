/** Where each signal of the ranker stands in a row: the tables of the channels, one behind the other. */
import type { Channel, Feature } from "../channels/contract.ts";

export interface FeatureLayout {
  channels: readonly Channel[];
  features: readonly Feature[];
  /** By channel: where its features begin. */
  offsets: readonly number[];
  /** Of a feature that no channel has: -1. */
  columnOf(name: string): number;
}

export function layOutFeatures(channels: readonly Channel[]): FeatureLayout {
  const features = channels.flatMap((channel) => channel.features);
  const columns = new Map(features.map(({ name }, at) => [name, at]));
  const twice = features.find(({ name }, at) => columns.get(name) !== at);
  if (twice) throw new Error(`two channels have a feature called ${twice.name}`);
  let next = 0;
  const offsets = channels.map((channel) => {
    const offset = next;
    next += channel.features.length;
    return offset;
  });
  return { channels, features, offsets, columnOf: (name) => columns.get(name) ?? -1 };
}
