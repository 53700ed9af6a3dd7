export interface RankingFeature {
  name: string;
  /** The way to find files that it belongs to. */
  channel: string;
  /** What its value is. */
  about: string;
}

/** Everything that can add to or take from a file's score. */
export async function rankingFeatures(): Promise<RankingFeature[]> {
  // Loaded when asked for: processes that answer nothing do without the channels.
  const { CHANNELS } = await import("../../retrieval/channels/all.ts");
  return CHANNELS.flatMap(({ id: channel, features }) =>
    features.map(({ name, about }) => ({ name, channel, about })),
  );
}
