/** Which colour a feature has in the picture of an order, and how long its bar is. */
import type { FeaturesAnswer } from "../../../src/pages/contract.ts";
import type { Contribution, SearchResult } from "./search-data.ts";

const NAMES: Record<string, string> = {
  words: "words in the text",
  paths: "words in the path",
  names: "names it defines",
  mentions: "named in the question",
  roles: "kind of file",
  graph: "links to other matches",
  recency: "changed lately",
  vectors: "meaning",
  phrases: "phrases",
  history: "past commits",
  deprioritised: "set back",
};
export const OTHERS = "others";
const OTHER_HUE = 7;

/** Features of one channel share a colour, the same in every row; a full bar is the most that raises a file. */
export class WhyScale {
  /** Channels that raise most, each with a colour. */
  readonly channels: string[];
  readonly #most: number;
  readonly #features: ReadonlyMap<string, FeaturesAnswer["features"][number]>;

  constructor(results: readonly SearchResult[], features: FeaturesAnswer["features"]) {
    this.#features = new Map(features.map((feature) => [feature.name, feature]));
    const sums = new Map<string, number>();
    for (const result of results)
      for (const [channel, points] of this.#sums(result))
        sums.set(channel, (sums.get(channel) ?? 0) + points);
    this.channels = [...sums]
      .filter(([channel]) => channel !== OTHERS)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, OTHER_HUE)
      .map(([channel]) => channel);
    this.#most = Math.max(
      1,
      ...results.map((result) => [...this.#sums(result).values()].reduce((sum, points) => sum + points, 0)),
    );
  }

  /** The parts of a file's bar, in the order of the colours. */
  partsOf(result: SearchResult) {
    const sums = this.#sums(result);
    return [...sums]
      .map(([channel, points]) => ({
        channel,
        hue: this.hueOf(channel),
        width: `${(points / this.#most) * 100}%`,
        points,
      }))
      .sort((a, b) => a.hue - b.hue || (a.channel < b.channel ? -1 : 1));
  }

  hueOf(channel: string): number {
    const at = this.channels.indexOf(channel);
    return at < 0 ? OTHER_HUE : at;
  }

  channelOf(feature: string): string {
    const channel = this.#features.get(feature)?.channel ?? "";
    return NAMES[channel] ?? (channel === "" ? OTHERS : channel);
  }

  aboutOf(feature: string): string {
    return this.#features.get(feature)?.about ?? "";
  }

  /** By channel, what raises the file; what lowers it is in the comparison. */
  #sums({ contributions = [] }: { contributions?: Contribution[] }): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { feature, points } of contributions)
      if (points > 0) sums.set(this.channelOf(feature), (sums.get(this.channelOf(feature)) ?? 0) + points);
    return sums;
  }
}
