/** Folders whose manifests belong to test data, examples or copies of others, not to the tree's own packages. */
const STRAY = new Set([
  "node_modules",
  "vendor",
  "third_party",
  "testdata",
  "fixtures",
  "__fixtures__",
  "fixture",
  "__tests__",
  "test",
  "tests",
  "templates",
  "template",
  "examples",
  "example",
  "samples",
  "sample",
  "benchmarks",
  "bench",
]);

/** A manifest that no workspace lists, in a place where such ones are data. */
export function isFoundByChance(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((name) => STRAY.has(name.toLowerCase()));
}
