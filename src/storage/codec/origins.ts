/** How the origin of a file is stored: by its place in this list. Part of the formats. */
export const ORIGINS = ["tracked", "local"] as const;
