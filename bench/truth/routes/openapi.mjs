/**
 * The routes of an OpenAPI document that a project generated from its own running code.
 *
 *     node bench/truth/routes/openapi.mjs DOCUMENT [--prefix /api] > routes.txt
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { prefix: { type: "string", default: "" } },
});
const { paths } = parse(readFileSync(positionals[0], "utf8"));
for (const [path, item] of Object.entries(paths))
  for (const method of METHODS)
    if (item[method]) console.log(`${method.toUpperCase()} ${values.prefix}${path}`);
