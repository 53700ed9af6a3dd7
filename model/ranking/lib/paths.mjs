// @ts-check
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|scala|cs|c|h|cc|cpp|cxx|hpp|hh|m|mm|php|rb|swift|exs?|erl|hs|zig|lua|sh|bash|vim|vue|svelte|astro|proto|sql|ml|mli|clj|dart|r|jl|pl|pm|fs|vb|groovy|cr|nim)$/i;
const NOT_TASK =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|docs?|examples?|\.github|fixtures?|testdata|__snapshots__|migrations)\/|\.(?:min|generated|gen|pb)\.|\.d\.ts$|_pb2?\.|\.lock$/i;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|e2e|integration[-_]tests?|[\w.]*Tests?|benches|benchmarks?)\/|(?:^|\/)(?:test_[^/]*|conftest|[^/]*[._-](?:test|spec|tests|specs|e2e|stories|bench)|[^/]*(?:Tests?|TestCase|Spec))\.\w+$/;

/** @param {string} path */
export function isSource(path) {
  return SOURCE.test(path) && !NOT_TASK.test(path);
}

/** @param {string} path */
export function isTestPath(path) {
  return TEST.test(path);
}
