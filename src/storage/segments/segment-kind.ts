/** What a segment inverts. Part of the formats of all stores that have segments. */
export const SEGMENT_KIND = { terms: 0, names: 1, targets: 2, unresolved: 3 } as const;
export type SegmentKind = (typeof SEGMENT_KIND)[keyof typeof SEGMENT_KIND];
