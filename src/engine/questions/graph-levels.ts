/** How finely a picture of the graph tells of uses. */
export const GRAPH_LEVELS = ["symbol", "file", "folder"] as const;
export type GraphLevel = (typeof GRAPH_LEVELS)[number];
