/**
 * Real specifications: each is read by the process that answers use, and gives operations or a typed problem.
 *
 *     node bench/specifications.mjs --tree path/to/tree [--tree ...] [--list]
 *
 * Looked at: YAML and JSON files that begin as OpenAPI, Swagger or AsyncAPI, `.graphql`, `.gql`, `.graphqls` and `.proto` files.
 * Operations are counted a second way: those of JSON by JSON.parse, those of protobuf by their `rpc` lines, those of YAML by
 * lines that are a method below a path.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importBundled } from "./lib/bundle.mjs";

const { values } = parseArgs({
  options: { tree: { type: "string", multiple: true }, list: { type: "boolean", default: false } },
});
const { SpecificationReader, filesReferredTo, protobufContracts } = await importBundled(
  "./specification-internals.mjs",
);
const processFile = fileURLToPath(new URL("../dist/specification-process.js", import.meta.url));
const { openEngine } = await import("../dist/index.js");

const HEAD = /^(?:\{?\s{0,4})["']?(openapi|swagger|asyncapi)["']?\s*:\s*["']?[\d.]+/m;
const MAX_BYTES = 2_000_000;
const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === ".git" || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

function formatOf(path, text) {
  if (path.endsWith(".proto")) return "protobuf";
  if (/\.(?:graphqls?|gql)$/.test(path)) return "graphql";
  if (!/\.(?:ya?ml|json)$/.test(path)) return null;
  const kind = HEAD.exec(text)?.[1];
  return kind === undefined ? null : kind === "swagger" ? "openapi" : kind;
}

/** Null where there is no second way to count. */
function countOtherwise(path, format, text) {
  if (format === "protobuf")
    return (text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "").match(/\brpc\s+\w+\s*\(/g) ?? []).length;
  if (format !== "openapi" || text.includes('"$ref": "./') || /^ {2}\/.*:\s*\n\s+\$ref/m.test(text))
    return null;
  if (path.endsWith(".json")) {
    const { paths = {} } = JSON.parse(text);
    return Object.entries(paths)
      .filter(([key]) => !key.startsWith("x-"))
      .flatMap(([, item]) => Object.keys(item).filter((key) => METHODS.has(key))).length;
  }
  const section = /^paths:\s*\n([\s\S]*?)(?=^\S|(?![\s\S]))/m.exec(text)?.[1] ?? "";
  return (section.match(/^( {4}| {2} {2})(?:get|put|post|delete|options|head|patch|trace):/gm) ?? []).length;
}

function referredOf(tree, path, text) {
  const found = new Map();
  const waiting = filesReferredTo(path, text);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next) || next === path) continue;
    try {
      const own = readFileSync(join(tree, next), "utf8");
      found.set(next, own);
      waiting.push(...filesReferredTo(next, own));
    } catch {
      // Told as a reference that leads nowhere.
    }
  }
  return [...found].map(([file, own]) => ({ path: file, text: own }));
}

const reader = new SpecificationReader({ processFile });
const rows = [];
for (const tree of values.tree ?? []) {
  const protos = [];
  for (const file of filesOf(tree)) {
    if (!/\.(?:ya?ml|json|proto|graphqls?|gql)$/.test(file)) continue;
    const text = readFileSync(file, "utf8");
    const path = relative(tree, file);
    const format = formatOf(path, text);
    if (format === null || text.length > MAX_BYTES) continue;
    if (format === "protobuf") {
      protos.push({ path, text });
      continue;
    }
    const given =
      format === "graphql"
        ? { documents: [], referred: [], graphql: [{ path, text }] }
        : { documents: [{ path, text }], referred: referredOf(tree, path, text), graphql: [] };
    const [{ specifications, problems }] = await reader.read([given]);
    const told = specifications.reduce((sum, one) => sum + one.operations.length, 0);
    rows.push({
      tree,
      path,
      format,
      told,
      problems: problems.map(({ code }) => code),
      otherwise: countOtherwise(path, format, text),
    });
  }
  if (protos.length > 0) rows.push(...(await readProtos(tree, protos)));
}
reader.close();

/** Facts of protobuf files come from the index. */
async function readProtos(tree, protos) {
  const home = mkdtempSync(join(tmpdir(), "clew-specifications-"));
  const engine = await openEngine({ home });
  try {
    const told = new Map();
    for (const { specification } of await engine.readView(tree, ({ reader: view }) =>
      protobufContracts(view),
    ))
      told.set(specification.path, (told.get(specification.path) ?? 0) + 1);
    return await engine.read(tree, async (session) => {
      const found = [];
      for (const { path, text } of protos) {
        const file = await session.one.findFile(path);
        const report = file ? await session.one.parseReport(file) : null;
        const skipped = file ? null : await session.one.whySkipped(path);
        const problems = report
          ? report.problems.map(({ code }) => code)
          : [`skipped: ${skipped?.reason ?? "not listed"}`];
        found.push({
          tree,
          path,
          format: "protobuf",
          told: told.get(path) ?? 0,
          problems,
          otherwise: countOtherwise(path, "protobuf", text),
        });
      }
      return found;
    });
  } finally {
    await engine.close();
    rmSync(home, { recursive: true, force: true });
  }
}

for (const format of ["openapi", "asyncapi", "graphql", "protobuf"]) {
  const own = rows.filter((row) => row.format === format);
  const counted = own.filter(({ otherwise }) => otherwise !== null);
  const equal = counted.filter(({ told, otherwise, problems }) => told === otherwise || problems.length > 0);
  const operations = own.reduce((sum, { told }) => sum + told, 0);
  const withProblem = own.filter(({ problems }) => problems.length > 0);
  console.log(
    `${format}: ${own.length} files, ${operations} operations, ${withProblem.length} with a problem, ${equal.length} of ${counted.length} counted alike`,
  );
  for (const { path, told, otherwise } of counted.filter((row) => !equal.includes(row)))
    console.log(`  differs: ${path}: ${told} told, ${otherwise} counted`);
  if (values.list)
    for (const { path, told, problems } of own) console.log(`  ${path}  ${told}  ${problems.join(", ")}`);
}
console.log(`all: ${rows.length} specifications`);
