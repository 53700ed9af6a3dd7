/**
 * Groups of settings under one name. A preset stands in the place of defaults: whatever is set by itself, anywhere, stands
 * over it. docs/configuration.md is generated from this table.
 */
export const PRESETS = {
  accuracy: {
    nearDuplicate: 0.92,
    similarity: 0.75,
    maxFiles: 15,
    maxSnippets: 25,
    importDepth: 3,
    candidates: 300,
    pgvectorEfSearch: 300,
    pgvectorEfConstruction: 200,
  },
  speed: {
    nearDuplicate: 0.95,
    similarity: 0.7,
    maxFiles: 10,
    maxSnippets: 15,
    importDepth: 1,
    candidates: 100,
    pgvectorEfSearch: 100,
    pgvectorEfConstruction: 64,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

/** Where everything lies: in files of this machine, or in one database for a team. */
export const STORE_PRESETS = {
  local: { recordStore: "sqlite", vectorStore: "records", graphStore: "records" },
  postgres: { recordStore: "postgres", vectorStore: "pgvector", graphStore: "postgres" },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
